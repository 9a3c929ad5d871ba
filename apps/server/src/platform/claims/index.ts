export { openClaims, type ClaimedKind, type Claims } from './claims.ts'
export { processIsGone } from './gone.ts'
export { Leases, type Lease } from './leases.ts'
