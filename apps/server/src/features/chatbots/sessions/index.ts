export { openAddresses, type Addresses } from './addresses.ts'
export {
  expiryOf,
  secondsUntilTomorrow,
  sessionsService,
  type SessionsDeps,
  type SessionsService,
} from './service.ts'
export { visitorSource } from './source.ts'
export { dayOf, remove as removeSession, seen as noteSeen } from './store.ts'
export { openVisits, rulesOf, type FoundSession, type Visits, type VisitsDeps } from './visits.ts'
