import { UserList } from '../../features/users/index.ts'
import { AdminFrame } from './admin-frame.tsx'

/** The people of this installation. */
export function UsersPage() {
  return (
    <AdminFrame page="users">
      <UserList />
    </AdminFrame>
  )
}
