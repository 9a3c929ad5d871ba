import type { Session } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Icon } from '#ui/icon.tsx'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { readAgent } from '#lib/agent.ts'
import { useEndSessions, useSessions } from '../api.ts'
import css from './sessions.module.css'

/** Sessions of a user, which can be ended one by one or all at once. The viewer's current session is kept. */
export function Sessions({ userId, own }: { userId: number; own: boolean }) {
  const { t } = useTranslation('users')
  const errorMessage = useErrorMessage()
  const { data: sessions, error, refetch } = useSessions(userId)
  const { end, ending } = useEnding(userId)
  const others = sessions?.filter(({ current }) => !current) ?? []
  if (error)
    return <LoadFailed title={t('sessions.failed')} {...errorMessage(error)} onRetry={() => void refetch()} />
  if (!sessions)
    return (
      <Loading>
        <SkeletonLine height={44} />
      </Loading>
    )
  if (sessions.length === 0) return <p className={css.none}>{t('sessions.none')}</p>
  return (
    <>
      <ul className={css.list} aria-label={t('sections.sessions')}>
        {sessions.map((session) => (
          <Row
            key={session.id}
            session={session}
            busy={ending === session.id}
            onEnd={() => end(session.id)}
          />
        ))}
      </ul>
      {others.length > (own ? 0 : 1) && (
        <Button busy={ending === 'all'} onClick={() => end(undefined)}>
          {own ? t('sessions.endOthers') : t('sessions.endAll')}
        </Button>
      )}
    </>
  )
}

function Row({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation('users')
  const format = useFormat()
  const { browser, system, mobile } = readAgent(session.agent)
  const name = [browser, system].filter(Boolean).join(' · ') || t('sessions.unknown')
  return (
    <li className={css.row}>
      <Icon name={mobile ? 'device-mobile' : 'device-desktop'} />
      <span className={css.name} title={session.agent}>
        <span className={css.first}>
          <b className="cut">{name}</b>
          {session.current && <Chip kind="line">{t('sessions.current')}</Chip>}
        </span>
        <span className={css.facts}>
          {[
            session.address,
            t('sessions.since', { when: format.full(session.created) }),
            t('sessions.used', { when: format.moment(session.lastUsed) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {!session.current && (
        <Button
          size="small"
          busy={busy}
          aria-label={t('sessions.endNamed', { name, when: format.full(session.created) })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

function useEnding(userId: number) {
  const { t } = useTranslation('users')
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const { mutate, isPending, variables } = useEndSessions(userId)
  const end = (sessionId: string | undefined) =>
    mutate(sessionId, {
      onSuccess: () =>
        notices.show({
          kind: 'done',
          title: sessionId === undefined ? t('sessions.endedAll') : t('sessions.ended'),
        }),
      onError: (error) =>
        notices.show({ kind: 'failure', title: t('sessions.notEnded'), text: errorMessage(error).sentence }),
    })
  return { end, ending: isPending ? (variables ?? 'all') : undefined }
}
