// A person's stored notifications: what they list, mark and delete (NOTIFY-*).
export { sweepJob } from './jobs.ts'
export { entriesService, type EntriesDeps, type EntriesService, type FreshEntries } from './service.ts'
