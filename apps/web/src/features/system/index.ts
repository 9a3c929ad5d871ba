export { SystemOverview } from './system-overview.tsx'
