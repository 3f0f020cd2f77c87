#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#include "BenchmarkClock.h"
#include "BenchmarkProfile.h"

// What the calling thread has asked of the allocator so far. Never reset: read it before and after
// the code in question and take the difference.
typedef struct AllocationCounts {
  int64_t calls;  // malloc, calloc, realloc, aligned and the like
  int64_t bytes;  // asked for, without the allocator's own overhead
  int64_t frees;
} AllocationCounts;

// The calling thread's counts; all zero for ever where counting is unavailable.
AllocationCounts allocation_counts_current(void)
    __attribute__((swift_name("AllocationCounts.current()")));

// Whether allocations are seen at all. No under sanitizers, outside glibc, and under tools that
// replace the allocator; then a difference of zero means nothing.
bool allocation_counts_available(void)
    __attribute__((swift_name("getter:AllocationCounts.isAvailable()")));

#endif
