#ifndef BENCHMARK_CLOCK_H
#define BENCHMARK_CLOCK_H

#include <stdint.h>
#include <time.h>

// A cheap counter for spans of tens of nanoseconds. The time stamp counter where there is one (it
// runs on at one rate, so the unit must be calibrated), else nanoseconds of the monotonic clock.
// The fence keeps earlier work from being counted late.
static inline uint64_t benchmark_ticks(void) {
#if defined(__x86_64__)
  __builtin_ia32_lfence();
  uint64_t ticks = __builtin_ia32_rdtsc();
  __builtin_ia32_lfence();
  return ticks;
#else
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
}

static inline uint64_t benchmark_nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// Nanoseconds since an arbitrary moment.
static inline uint64_t benchmark_wall_nanoseconds(void) {
  return benchmark_nanoseconds(CLOCK_MONOTONIC);
}

// Nanoseconds that the calling thread has spent on a processor.
static inline uint64_t benchmark_thread_nanoseconds(void) {
  return benchmark_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
}

// Keeps the compiler from removing the work that made a value.
static inline void benchmark_sink(uint64_t value) { __asm__ volatile("" : : "r"(value) : "memory"); }

// Zero, though the compiler cannot know it: adds a dependency without changing a value.
static inline uint64_t benchmark_zero(void) {
  uint64_t zero = 0;
  __asm__ volatile("" : "+r"(zero));
  return zero;
}

#endif
