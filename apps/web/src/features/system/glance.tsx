import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { System } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { Status } from '#ui/table.tsx'
import css from './system.module.css'
import type { Trouble } from './troubles.ts'
import { useWords } from './use-words.ts'
import { HELP, SOURCES } from './acting-pages.ts'

interface FactProps {
  name: string
  kind: 'ok' | 'warn' | 'bad' | 'off'
  /** The value, which leads to where one acts. */
  value: string
  to: string
  hint: string
  children?: ReactNode
}

function Fact({ name, kind, value, to, hint, children }: FactProps) {
  return (
    <li>
      <Status kind={kind}>{name}</Status>
      <Link to={to} className={css.value ?? ''}>
        {value}
      </Link>
      <span className={css.hint} title={hint}>
        {hint}
      </span>
      {children}
    </li>
  )
}

const PLOT = { width: 150, height: 28 }

/** Six facts of the installation. */
export function Glance({ system, troubles }: { system: System; troubles: readonly Trouble[] }) {
  const { t } = useTranslation('system')
  return (
    <ul className={css.glance} aria-label={t('facts')}>
      <DatabaseFact system={system} />
      <DiskFact system={system} troubles={troubles} />
      <DocumentsFact system={system} />
      <SearchFact system={system} />
      <BackupFact system={system} troubles={troubles} />
      <VersionFact system={system} />
    </ul>
  )
}

function DatabaseFact({ system: { database } }: { system: System }) {
  const { t } = useTranslation('system')
  const words = useWords()
  const { statementMs, bytes, connections, waiting, slow, lastHour } = database
  const ms = statementMs === null ? '–' : words.number(statementMs, statementMs < 10 ? 1 : 0)
  const hint = [
    words.size(bytes),
    waiting > 0
      ? t('database.waiting', { count: waiting, number: words.number(waiting) })
      : t('database.connections', { count: connections, number: words.number(connections) }),
  ]
  return (
    <Fact
      name={t(`database.${database.kind}`)}
      kind={slow > 0 || waiting > 0 ? 'warn' : 'ok'}
      value={t('database.value', { ms })}
      to={HELP}
      hint={hint.join(' · ')}
    >
      <Sparkline label={t('database.course')} values={lastHour} {...PLOT} />
    </Fact>
  )
}

function DiskFact({
  system: { disk, serverId },
  troubles,
}: {
  system: System
  troubles: readonly Trouble[]
}) {
  const { t } = useTranslation('system')
  const words = useWords()
  const { freeBytes, totalBytes } = disk
  const used = totalBytes - freeBytes
  const value = t('disk.value', { part: words.percent(used / Math.max(1, totalBytes)) })
  return (
    <Fact
      name={t('disk.name')}
      kind={troubles.find(({ id }) => id === `disk-${serverId}`)?.kind ?? 'ok'}
      value={value}
      to={HELP}
      hint={t('disk.free', { free: words.size(freeBytes), total: words.size(totalBytes) })}
    >
      <span className={css.bar}>
        <ProgressBar label={value} done={used} total={totalBytes} />
      </span>
    </Fact>
  )
}

function DocumentsFact({ system: { documents } }: { system: System }) {
  const { t } = useTranslation('system')
  const words = useWords()
  const { left, failed, lastHour } = documents
  return (
    <Fact
      name={t('indexing.name')}
      kind={failed > 0 ? 'warn' : 'ok'}
      value={t('indexing.value', { count: left, number: words.number(left) })}
      to={SOURCES}
      hint={t('indexing.failed', { number: words.number(failed) })}
    >
      <Sparkline label={t('indexing.course')} values={lastHour} {...PLOT} />
    </Fact>
  )
}

function SearchFact({ system: { search } }: { system: System }) {
  const { t } = useTranslation('system')
  const words = useWords()
  return (
    <Fact
      name={t('search.name')}
      kind={search.left > 0 ? 'warn' : 'ok'}
      value={t('search.value', { count: search.left, number: words.number(search.left) })}
      to={HELP}
      hint={search.left > 0 ? t('search.behind') : t('search.complete')}
    />
  )
}

function BackupFact({ system: { at, backups }, troubles }: { system: System; troubles: readonly Trouble[] }) {
  const { t } = useTranslation('system')
  const words = useWords()
  const { done, latest, schedule } = backups
  const isTroubled = ['backupFailed', 'backupOverdue', 'noBackups']
  const kind = troubles.find(({ what }) => isTroubled.includes(what))?.kind ?? 'ok'
  const lasted = (began: string, ended: string | null) =>
    ended === null ? 0 : Math.max(0, Date.parse(ended) - Date.parse(began))
  const made = (began: string) =>
    words.day(began) === words.day(at) ? t('backup.today', { time: words.time(began) }) : words.moment(began)
  const next = schedule ? t('backup.next', { when: words.time(schedule.next) }) : t('backup.none')
  const size = done
    ? t('backup.made', {
        size: words.size(done.bytes ?? 0),
        time: words.duration(lasted(done.began, done.ended)),
      })
    : next
  const durations = latest.flatMap(({ state, began, ended }) =>
    state === 'done' ? [lasted(began, ended)] : [],
  )
  return (
    <Fact
      name={t('backup.name')}
      kind={kind}
      value={done ? made(done.began) : t('backup.never')}
      to={HELP}
      hint={latest[0]?.state === 'running' ? t('backup.running') : size}
    >
      {durations.length > 1 && (
        <Sparkline label={t('backup.course')} values={durations.toReversed()} {...PLOT} />
      )}
    </Fact>
  )
}

function VersionFact({ system }: { system: System }) {
  const { t } = useTranslation('system')
  const words = useWords()
  const { at, migration, version, servers, serverId } = system
  const own = servers.find(({ id }) => id === serverId)
  const uptime = own ? words.uptime(Date.parse(at) - Date.parse(own.started)) : ''
  return (
    <Fact
      name={t('version.name')}
      kind={servers.some((server) => server.version !== version) ? 'warn' : 'ok'}
      value={version}
      to="/help/release-notes"
      hint={t('version.schema', { number: words.number(migration.number), name: migration.name })}
    >
      <span className={css.hint}>{t('version.uptime', { time: uptime })}</span>
    </Fact>
  )
}
