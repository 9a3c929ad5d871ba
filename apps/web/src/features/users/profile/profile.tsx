import type { User } from '@polylogue/contract'
import type { ReactNode } from 'react'
import { useConfig } from '#lib/config.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { useViewer } from '#features/session/index.ts'
import { rightsOf } from '../permissions/account-rights.ts'
import { useRoleName } from '../permissions/use-roles.ts'
import { isWhole, type Seen } from '../use-user.ts'
import { PhotoBox } from '../photo/photo-box.tsx'
import { UserAvatar } from '../photo/user-avatar.tsx'
import { ProfileDialogs } from './profile-dialogs.tsx'
import { ProfileTools } from './profile-tools.tsx'
import { OwnLicense, OwnSettings } from './own-settings.tsx'
import css from './profile.module.css'
import { Sessions } from './sessions.tsx'
import { fullName } from '../names.ts'

interface ProfileProps {
  user: Seen
  own: boolean
  /** Signs out, five seconds after the password was changed. */
  onSignOut: () => void
  onDeleted: () => void
  /** Further cards of the user's own profile. */
  children?: ReactNode
}

/** A user's profile: details and actions; for the user's own also settings, shortcuts and tools. */
export function Profile({ user, own, onSignOut, onDeleted, children }: ProfileProps) {
  const { t } = useTranslation('users')
  const { data: viewer } = useViewer()
  const { allowDeleteOwnProfile } = useConfig()
  const { show } = useDialogs()
  if (!viewer) return null
  const rights = rightsOf(viewer, user, allowDeleteOwnProfile)
  return (
    <div className={css.profile}>
      <section className={css.card} aria-label={t('card')}>
        {own ? <PhotoBox user={user} /> : <UserAvatar person={user} size={160} />}
        <div>
          <p className={css.name}>{fullName(user)}</p>
          <p className={css.username}>{user.username}</p>
        </div>
        {isWhole(user) && <Metadata user={user} />}
        <ProfileTools own={own} rights={rights} onOpen={show} />
      </section>
      <div className={css.sections}>
        {own && (
          <Section title={t('sections.interface')}>
            <OwnSettings />
            <OwnLicense />
          </Section>
        )}
        {children}
        {rights.sessions === 'granted' && (
          <Section title={t('sections.sessions')} text={own ? t('sections.sessionsText') : undefined}>
            <Sessions userId={user.id} own={own} />
          </Section>
        )}
        {!isWhole(user) && <p className={css.short}>{t('short')}</p>}
      </div>
      <ProfileDialogs user={user} own={own} rights={rights} onSignOut={onSignOut} onDeleted={onDeleted} />
    </div>
  )
}

function Metadata({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const format = useFormat()
  const nameOf = useRoleName()
  const { canUseUi, canUseApi } = user.account
  const uses = [canUseUi && t('canUseUi'), canUseApi && t('canUseApi')].filter(Boolean)
  const facts: [string, string][] = [
    [t('role'), nameOf(user.roleId, user.role)],
    [t('email'), user.email || t('noEmail')],
    [t('account'), uses.join(', ') || t('disabled')],
    [t('created'), format.full(user.created)],
    [t('lastSignIn'), user.lastSignIn ? format.full(user.lastSignIn) : t('never')],
    [t('id'), `${user.id} · ${user.uuId}`],
  ]
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Section({
  title,
  text,
  children,
}: {
  title: string
  text?: string | undefined
  children: ReactNode
}) {
  return (
    <section>
      <h2 className={css.title}>{title}</h2>
      {text && <p className={css.text}>{text}</p>}
      {children}
    </section>
  )
}
