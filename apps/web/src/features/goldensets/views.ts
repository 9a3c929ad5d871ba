// The pages in one chunk: they are opened one after the other.
export { goldenSetsPage } from './list-page.tsx'
export { goldenSetPage } from './set-page.tsx'
export { goldenRunPage } from './results/run-page.tsx'
