import { useEffect, useEffectEvent } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { useUserId, useViewer } from '#features/session/index.ts'
import { fullName, useUser } from '#features/users/index.ts'
import { ApiProblem } from '#lib/api.ts'
import { lazyView } from '#lib/load-code.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { useSignOut } from '../shell/use-sign-out.ts'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

const ProfileView = lazyView(async () => (await import('#features/users/profile/profile.tsx')).Profile)
/** The tiles of the user's own profile. */
const OwnTiles = lazyView(async () => (await import('#features/dashboard/own-tiles.tsx')).OwnTiles)
/** The user's own usage. */
const UsageCard = lazyView(async () => (await import('#features/usage/usage-card.tsx')).UsageCard)

/** A user's profile; `me` is the signed-in user. */
export function UserPage() {
  const { id = '' } = useParams()
  const own = useUserId()
  if (id === 'me') return <Somebody key={own} id={own} own />
  if (id === String(own)) return <Navigate to={{ pathname: '/users/me', search: location.search }} replace />
  if (!/^[1-9]\d{0,14}$/.test(id)) return <Nobody id={id} />
  return <Somebody key={id} id={Number(id)} own={false} />
}

function Somebody({ id, own }: { id: number; own: boolean }) {
  const { t } = useTranslation('users')
  const errorMessage = useErrorMessage()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { data: user, error, refetch } = useUser(id)
  const { data: viewer } = useViewer()
  const title = own ? t('ownTitle') : user ? fullName(user) : t('page')
  const isListed = !own && viewer?.permissions.includes('can_list_users')
  useTitle(title)
  if (!user && error instanceof ApiProblem && error.status === 404) return <Nobody id={String(id)} />
  return (
    <Page title={title} {...(isListed ? { crumb: { to: '/users', text: t('list') } } : {})}>
      {user && (
        <ProfileView
          user={user}
          own={own}
          onSignOut={() => void signOut()}
          onDeleted={() => void (own ? signOut() : navigate('/users', { replace: true }))}
        >
          {own && <UsageCard userId={id} />}
          {own && viewer && <OwnTiles permissions={viewer.permissions} />}
        </ProfileView>
      )}
      {!user && error && (
        <LoadFailed title={t('loadFailed')} {...errorMessage(error)} onRetry={() => void refetch()} />
      )}
      {!user && !error && (
        <Loading>
          <SkeletonLine width={30} height={160} />
        </Loading>
      )}
    </Page>
  )
}

/** For a user who does not exist or belongs to another tenant: shows a notice and opens the list of users. */
function Nobody({ id }: { id: string }) {
  const { t } = useTranslation('users')
  const notices = useNotices()
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    notices.show({ kind: 'warning', title: t('gone', { id }), text: t('goneText') })
    void navigate('/users', { replace: true })
  })
  useEffect(() => leave(), [])
  return null
}
