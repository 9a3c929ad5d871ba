// The pages of administration: a frame around what each feature shows. One file, so that all of them are one thing to fetch.
import { Landing } from '../../features/admin/index.ts'
import { AuditTrail } from '../../features/audit/index.ts'
import { GroupManagement } from '../../features/contexts/index.ts'
import { ModelManagement } from '../../features/models/index.ts'
import { ProviderManagement } from '../../features/providers/index.ts'
import { TokenManagement } from '../../features/tokens/index.ts'
import { UserList } from '../../features/users/index.ts'
import { AdminFrame } from './admin-frame.tsx'

/** What there is to administer. */
export const AdminPage = () => (
  <AdminFrame page="landing">
    <Landing />
  </AdminFrame>
)

/** The people of this installation. */
export const UsersPage = () => (
  <AdminFrame page="users">
    <UserList />
  </AdminFrame>
)

/** The groups that things are shared with, and who is in them. */
export const ContextManagementPage = () => (
  <AdminFrame page="context-management">
    <GroupManagement />
  </AdminFrame>
)

/** The company's API tokens. */
export const TokenManagementPage = () => (
  <AdminFrame page="token-management">
    <TokenManagement />
  </AdminFrame>
)

/** The models: which there are, in which order, and what is deployed. */
export const ModelsCrudPage = () => (
  <AdminFrame page="models-crud">
    <ModelManagement />
  </AdminFrame>
)

/** The model servers, and how they are reached. */
export const ProvidersPage = () => (
  <AdminFrame page="providers">
    <ProviderManagement />
  </AdminFrame>
)

/** What happened to accounts, access and sign-ins. */
export const AuditPage = () => (
  <AdminFrame page="audit">
    <AuditTrail />
  </AdminFrame>
)
