// SPDX-License-Identifier: Apache-2.0
#include "CAllocationCounter.h"

// A sanitizer has an allocator of its own, and starts with it.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(IS_SANITIZED)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

// glibc's own functions, under the names by which replacements may call them.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_uint_fast64_t allocations, bytes;
static atomic_int_fast64_t live;

static void *note(void *pointer, size_t size) {
  if (pointer) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed);
    atomic_fetch_add_explicit(&live, (int64_t)malloc_usable_size(pointer), memory_order_relaxed);
  }
  return pointer;
}

static void forget(void *pointer) {
  if (pointer)
    atomic_fetch_sub_explicit(&live, (int64_t)malloc_usable_size(pointer), memory_order_relaxed);
}

void *malloc(size_t size) { return note(__libc_malloc(size), size); }

void *calloc(size_t count, size_t size) {
  return note(__libc_calloc(count, size), count * size);
}

void *realloc(void *old, size_t size) {
  forget(old);
  void *new = __libc_realloc(old, size);
  if (!new && size != 0 && old)
    atomic_fetch_add_explicit(&live, (int64_t)malloc_usable_size(old), memory_order_relaxed);
  return note(new, size);
}

void *memalign(size_t alignment, size_t size) {
  return note(__libc_memalign(alignment, size), size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *pointer = memalign(alignment, size);
  if (!pointer) return ENOMEM;
  *result = pointer;
  return 0;
}

void free(void *pointer) {
  forget(pointer);
  __libc_free(pointer);
}

osd_allocation_counts osd_allocations(void) {
  osd_allocation_counts counts = {
    atomic_load_explicit(&allocations, memory_order_relaxed),
    atomic_load_explicit(&bytes, memory_order_relaxed),
    atomic_load_explicit(&live, memory_order_relaxed),
  };
  return counts;
}

int osd_counts_allocations(void) { return 1; }

#else

osd_allocation_counts osd_allocations(void) {
  osd_allocation_counts none = {0, 0, 0};
  return none;
}

int osd_counts_allocations(void) { return 0; }

#endif
