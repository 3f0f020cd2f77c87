#ifndef BENCHMARK_PROFILE_H
#define BENCHMARK_PROFILE_H

// Begin and end what callgrind counts when it was started with --collect-atstart=no. Outside
// callgrind they do nothing.
void benchmark_profile_begin(void);
void benchmark_profile_end(void);

#endif
