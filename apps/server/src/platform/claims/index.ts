export { openClaims, type ClaimedKind, type Claims } from './claims.ts'
export { Leases, type Lease } from './leases.ts'

/** Returns an SQL condition: the process whose id is in this column has ended or died. */
export const processIsGone = (column: string) =>
  `NOT EXISTS (SELECT 1 FROM servers WHERE servers.id = ${column})`
