// Finds the tag that a request names, and lists those that can be called.
export { canBeName, noSuchModel, requireAbilities, requireServed } from './rules.ts'
export { findTag, servedTags } from './store.ts'
export { cachedTags } from './tag-cache.ts'
