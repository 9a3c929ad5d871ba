// The administration pages: a frame around each feature's view. One file, so that they load as one chunk.
import { Suspense } from 'react'
import { Announcements } from '#features/announcements/manage/announcements.tsx'
import { AuditTrail } from '#features/audit/audit-trail.tsx'
import { ConfigurationValues } from '#features/configuration/configuration-page.tsx'
import { GroupManagement, GroupSearch } from '#features/contexts/index.ts'
import { VectorModelField } from '#features/vectors/index.ts'
import { AllShares } from '#features/shares/manage/all-shares.tsx'
import { SystemOverview } from '#features/system/system-overview.tsx'
import { lazyView } from '#lib/load-code.ts'
import { AdminFrame } from './admin-frame.tsx'

const Landing = lazyView(async () => (await import('#features/admin/landing.tsx')).Landing)
const UserList = lazyView(async () => (await import('#features/users/list/user-list.tsx')).UserList)
const TokenManagement = lazyView(
  async () => (await import('#features/tokens/token-management.tsx')).TokenManagement,
)
const ModelManagement = lazyView(
  async () => (await import('#features/models/management/model-management.tsx')).ModelManagement,
)
/** The scorecards of a model tag, for the dialog that deploys it. */
const TagScorecards = lazyView(
  async () => (await import('#features/goldensets/run/tag-scorecards.tsx')).TagScorecards,
)
const ProviderManagement = lazyView(
  async () => (await import('#features/providers/provider-management.tsx')).ProviderManagement,
)
const BrandingSettings = lazyView(
  async () => (await import('#features/branding/branding-settings.tsx')).BrandingSettings,
)

/** Overview of the administration. */
export const AdminPage = () => (
  <AdminFrame page="landing">
    <Landing />
  </AdminFrame>
)

export const UsersPage = () => (
  <AdminFrame page="users">
    <UserList GroupSearch={GroupSearch} />
  </AdminFrame>
)

/** Groups and their members. */
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

/** Models: list, order and deployment. */
export const ModelsCrudPage = () => (
  <AdminFrame page="models-crud">
    <ModelManagement
      beforeDeploy={(tag) => (
        <Suspense fallback={null}>
          <TagScorecards modelTagId={tag.id} />
        </Suspense>
      )}
    />
    <Suspense fallback={null}>
      <VectorModelField />
    </Suspense>
  </AdminFrame>
)

/** Providers and their connections. */
export const ProvidersPage = () => (
  <AdminFrame page="providers">
    <ProviderManagement />
  </AdminFrame>
)

/** What administrators tell everybody or a group. */
export const AnnouncementsPage = () => (
  <AdminFrame page="announcements">
    <Announcements />
  </AdminFrame>
)

/** The share links of everybody. */
export const SharesPage = () => (
  <AdminFrame page="shares">
    <AllShares />
  </AdminFrame>
)

export const AuditPage = () => (
  <AdminFrame page="audit">
    <AuditTrail />
  </AdminFrame>
)

/** What the configuration file says. */
export const ConfigurationPage = () => (
  <AdminFrame page="configuration">
    <ConfigurationValues />
  </AdminFrame>
)

/** Queue, engines, disk, jobs and backups. */
export const SystemPage = () => (
  <AdminFrame page="system">
    <SystemOverview />
  </AdminFrame>
)

/** Logo, name, colours and the text of the sign-in page. */
export const BrandingPage = () => (
  <AdminFrame page="branding">
    <Suspense fallback={null}>
      <BrandingSettings />
    </Suspense>
  </AdminFrame>
)
