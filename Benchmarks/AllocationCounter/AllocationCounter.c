#include "AllocationCounter.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define ALLOCATOR_IS_TAKEN 1
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(ALLOCATOR_IS_TAKEN)
#define COUNTS_ALLOCATIONS 1
#endif

#if defined(COUNTS_ALLOCATIONS)
// Initial-exec, so that reading the counters never allocates itself.
static __thread AllocationCounts counts __attribute__((tls_model("initial-exec")));
#else
static const AllocationCounts counts = {0, 0, 0};
#endif

AllocationCounts allocation_counts_current(void) { return counts; }

#if defined(COUNTS_ALLOCATIONS)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static inline void count(size_t size) {
  counts.calls += 1;
  counts.bytes += (int64_t)size;
}

// The dynamic linker prefers the program's own definitions, so the Swift runtime and the standard
// library call these as well.
void *malloc(size_t size) {
  count(size);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count(number * size);
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count(size);
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count(size);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  count(size);
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *block = memory;
  return 0;
}

void free(void *block) {
  counts.frees += block != NULL;
  __libc_free(block);
}

bool allocation_counts_available(void) {
  // Through volatile pointers, or the compiler folds the pair away.
  void *(*volatile allocate)(size_t) = malloc;
  void (*volatile release)(void *) = free;
  AllocationCounts before = counts;
  void *block = allocate(24);
  release(block);
  return block != NULL && counts.calls == before.calls + 1 && counts.bytes == before.bytes + 24 &&
         counts.frees == before.frees + 1;
}

#else

bool allocation_counts_available(void) { return false; }

#endif
