export { ProjectSearch } from './project-search.tsx'
export { ProjectsByTime } from './projects-by-time.tsx'
