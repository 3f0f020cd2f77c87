#include "BenchmarkProfile.h"

#if defined(__linux__) && __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_TOGGLE_COLLECT
#endif

void benchmark_profile_begin(void) { CALLGRIND_TOGGLE_COLLECT; }

void benchmark_profile_end(void) { CALLGRIND_TOGGLE_COLLECT; }
