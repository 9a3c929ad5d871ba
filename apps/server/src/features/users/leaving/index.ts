// Removes users, and hands over or deletes what they own.
export { belongings, remove } from './leaving.ts'
