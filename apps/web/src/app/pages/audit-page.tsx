import { AuditTrail } from '../../features/audit/index.ts'
import { AdminFrame } from './admin-frame.tsx'

/** What happened to accounts, access and sign-ins. */
export function AuditPage() {
  return (
    <AdminFrame page="audit">
      <AuditTrail />
    </AdminFrame>
  )
}
