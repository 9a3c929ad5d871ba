import { GroupManagement } from '../../features/contexts/index.ts'
import { AdminFrame } from './admin-frame.tsx'

/** The groups that things are shared with, and who is in them. */
export function ContextManagementPage() {
  return (
    <AdminFrame page="context-management">
      <GroupManagement />
    </AdminFrame>
  )
}
