import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { System, SystemEngine, SystemWork } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { scrollBox } from '#ui/scroll-box.ts'
import { Sparkline } from '#ui/sparkline.tsx'
import { Named, Status, Table, type Column } from '#ui/table.tsx'
import css from './system.module.css'
import { useWords } from './use-words.ts'
import { MODELS, PROVIDERS, actingPage } from './acting-pages.ts'

interface SectionProps {
  title: string
  sum: string
  columns: readonly Column[]
  children: ReactNode
}

function Section({ title, sum, columns, children }: SectionProps) {
  return (
    <section className={css.section}>
      <div className={css.head}>
        <h3>{title}</h3>
        <span>{sum}</span>
      </div>
      <div className={css.scroll} {...scrollBox(title)}>
        <Table label={title} columns={columns}>
          {children}
        </Table>
      </div>
    </section>
  )
}

/** A number: 0 is quiet, one that failed stands out. */
function Count({ value, failed = false }: { value: number; failed?: boolean }) {
  const words = useWords()
  return (
    <td data-end>
      <span className={value === 0 ? css.zero : failed ? css.failed : css.some}>{words.number(value)}</span>
    </td>
  )
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** The providers: their state, and what they do for all servers together. */
export function EnginesTable({ engines, since }: { engines: System['engines']; since: string }) {
  const { t } = useTranslation('system')
  const words = useWords()
  const running = words.number(sumOf(engines.map((engine) => engine.running)))
  const waiting = words.number(sumOf(engines.map((engine) => engine.waiting)))
  const columns: Column[] = [
    { id: 'engine', name: t('columns.engine') },
    { id: 'state', name: t('columns.state'), width: 140 },
    { id: 'running', name: t('columns.running'), width: 64, end: true },
    { id: 'line', name: t('columns.line'), width: 72, end: true },
    { id: 'failed', name: t('columns.failed'), width: 72, end: true },
    { id: 'hour', name: t('columns.hour'), width: 96, end: true },
  ]
  return (
    <Section title={t('engines')} sum={t('engineSum', { running, waiting })} columns={columns}>
      {engines.map((engine) => (
        <EngineRow key={engine.providerId} engine={engine} since={since} />
      ))}
    </Section>
  )
}

function EngineRow({ engine, since }: { engine: SystemEngine; since: string }) {
  const { t } = useTranslation('system')
  const { name, running, waiting, failures, lastHour } = engine
  return (
    <tr>
      <td>
        <EngineName engine={engine} since={since} />
      </td>
      <td>
        <EngineState engine={engine} />
      </td>
      <Count value={running} />
      <Count value={waiting} />
      <Count value={sumOf(failures.map(({ count }) => count))} failed />
      <td data-end>
        <span className={css.plot}>
          <Sparkline label={t('engineCourse', { name })} values={lastHour} width={72} height={22} />
        </span>
      </td>
    </tr>
  )
}

function EngineName({ engine, since }: { engine: SystemEngine; since: string }) {
  const { t } = useTranslation('system')
  const words = useWords()
  const { name, kind, isLocal, oldestMs, failures } = engine
  const facts = [
    t(isLocal ? 'local' : 'external'),
    oldestMs === null || oldestMs < 1_000 ? '' : t('oldest', { time: words.duration(oldestMs) }),
    failures.length > 0 ? t('failedSince', { reasons: words.reasons(failures), since }) : '',
  ]
  const said = facts.filter(Boolean).join(' · ')
  const to = kind === 'embedded' || kind === 'guide' ? MODELS : PROVIDERS
  return (
    <Named facts={<span title={said}>{said}</span>}>
      <Link to={to} className={`cut ${css.name}`} title={name}>
        {name}
      </Link>
    </Named>
  )
}

function EngineState({ engine: { connected, problem, isLocal } }: { engine: SystemEngine }) {
  const { t } = useTranslation('system')
  const words = useWords()
  if (!connected) return <Status kind="off">{t('states.disconnected')}</Status>
  if (problem !== null)
    return (
      <Status kind="bad">
        <span className={css.reason} title={words.reason(problem)}>
          {words.reason(problem)}
        </span>
      </Status>
    )
  return <Status kind="ok">{t(isLocal ? 'states.ready' : 'states.readyExternal')}</Status>
}

/** The background work of all servers. */
export function WorkTable({ work, at }: { work: System['work']; at: string }) {
  const { t } = useTranslation('system')
  const words = useWords()
  const running = words.number(sumOf(work.map((one) => one.running)))
  const waiting = words.number(sumOf(work.map((one) => one.waiting)))
  const columns: Column[] = [
    { id: 'kind', name: t('columns.kind') },
    { id: 'running', name: t('columns.running'), width: 64, end: true },
    { id: 'waiting', name: t('columns.waiting'), width: 72, end: true },
    { id: 'oldest', name: t('columns.oldest'), width: 80, end: true },
    { id: 'failed', name: t('columns.failed'), width: 72, end: true },
  ]
  return (
    <Section title={t('jobs')} sum={t('jobSum', { running, waiting })} columns={columns}>
      {work.map((one) => (
        <WorkRow key={one.kind} work={one} at={at} />
      ))}
    </Section>
  )
}

function WorkRow({ work: { kind, running, waiting, oldest, failed }, at }: { work: SystemWork; at: string }) {
  const words = useWords()
  const name = words.work(kind)
  return (
    <tr>
      <td>
        <Link to={actingPage(kind)} className={`cut ${css.name}`} title={name}>
          {name}
        </Link>
      </td>
      <Count value={running} />
      <Count value={waiting} />
      <td data-end>
        {oldest === null ? (
          <span className={css.zero}>–</span>
        ) : (
          words.duration(Math.max(0, Date.parse(at) - Date.parse(oldest)))
        )}
      </td>
      <Count value={failed} failed />
    </tr>
  )
}

/** The server processes, when there are several. */
export function ServersTable({ system: { servers, serverId, at } }: { system: System }) {
  const { t } = useTranslation('system')
  const words = useWords()
  const columns: Column[] = [
    { id: 'server', name: t('columns.server') },
    { id: 'up', name: t('columns.up'), width: 96, end: true },
    { id: 'running', name: t('columns.running'), width: 72, end: true },
    { id: 'line', name: t('columns.line'), width: 72, end: true },
    { id: 'memory', name: t('columns.memory'), width: 104, end: true },
    { id: 'disk', name: t('columns.disk'), width: 112, end: true },
  ]
  return (
    <Section title={t('servers')} sum={words.number(servers.length)} columns={columns}>
      {servers.map(({ id, name, version, started, running, waiting, memoryBytes, disk }) => (
        <tr key={id}>
          <td>
            <ServerName name={name} version={version} isOwn={id === serverId} />
          </td>
          <td data-end>{words.uptime(Math.max(0, Date.parse(at) - Date.parse(started)))}</td>
          <Count value={running} />
          <Count value={waiting} />
          <td data-end>{words.size(memoryBytes)}</td>
          <td data-end>{disk ? words.size(disk.freeBytes) : '–'}</td>
        </tr>
      ))}
    </Section>
  )
}

function ServerName({ name, version, isOwn }: { name: string; version: string; isOwn: boolean }) {
  const { t } = useTranslation('system')
  return (
    <Named facts={isOwn ? `${version} · ${t('thisServer')}` : version}>
      <span className={`cut ${css.name}`} title={name}>
        {name}
      </span>
    </Named>
  )
}
