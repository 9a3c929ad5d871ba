// Lists users, one page at a time.
export { list } from './listing.ts'
