import type { System } from '@polylogue/contract'
import { useTranslation } from '../../lib/texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Status } from '../../ui/table.tsx'
import css from './system.module.css'
import type { Trouble } from './troubles.ts'
import { useWords, type Words } from './use-words.ts'
import { HELP, MODELS, PROVIDERS, SOURCES, wayOf } from './ways.ts'

/** What needs somebody: the cause, since when, and the one place to go. */
export function TroublesList({ troubles, system }: { troubles: readonly Trouble[]; system: System }) {
  const { t } = useTranslation('system')
  const tell = useTelling(system)
  return (
    <ul className={css.troubles} aria-label={t('troubles')}>
      {troubles.map((trouble) => {
        const { title, text, to, action } = tell(trouble)
        return (
          <li key={trouble.id}>
            <Status kind={trouble.kind}>
              <b>{title}</b>
            </Status>
            <span className={css.cause} title={text}>
              {text}
            </span>
            <LinkButton size="small" to={to}>
              {action}
            </LinkButton>
          </li>
        )
      })}
    </ul>
  )
}

interface Told {
  title: string
  text: string
  to: string
  action: string
}

function useTelling(system: System): (trouble: Trouble) => Told {
  const { t } = useTranslation('system')
  const words = useWords()
  const ways = {
    providers: { to: PROVIDERS, action: t('ways.providers') },
    models: { to: MODELS, action: t('ways.models') },
    sources: { to: SOURCES, action: t('ways.sources') },
    help: { to: HELP, action: t('ways.help') },
  }
  return (trouble) => {
    switch (trouble.what) {
      case 'engine': {
        const { name, problem } = trouble.engine
        return { title: t('engine.title', { name }), text: t('engine.text', { reason: words.reason(problem ?? '') }), ...ways.providers }
      }
      case 'answers': {
        const { engine, count } = trouble
        const number = words.number(count)
        return {
          title: t('answers.title', { name: engine.name, count, number }),
          text: t('answers.text', { reasons: words.reasons(engine.failures), since: sinceOf(system, words, t('last24')) }),
          ...(engine.kind === 'embedded' ? ways.models : ways.providers),
        }
      }
      case 'documents':
        return { ...counted(trouble.what, trouble.count), ...ways.sources }
      case 'slow':
        return { ...counted(trouble.what, trouble.count), ...ways.help }
      case 'work': {
        const to = wayOf(trouble.work)
        const way = to === MODELS ? ways.models : to === SOURCES ? ways.sources : ways.help
        const text = t('workFailed.text')
        const number = words.number(trouble.count)
        return { title: t('workFailed.title', { count: trouble.count, number, kind: words.work(trouble.work) }), text, ...way }
      }
      default:
        return { ...plain(trouble), ...ways.help }
    }
  }
  function counted(what: 'documents' | 'slow', count: number) {
    return { title: t(`${what}.title`, { count, number: words.number(count) }), text: t(`${what}.text`) }
  }
  function plain(trouble: Exclude<Trouble, { what: 'engine' | 'answers' | 'documents' | 'slow' | 'work' }>) {
    switch (trouble.what) {
      case 'diskFull':
      case 'diskShort': {
        const { disk, server } = trouble
        const sizes = { free: words.size(disk.freeBytes), total: words.size(disk.totalBytes), reserve: words.size(disk.reserveBytes) }
        const title = server === null ? t(`${trouble.what}.title`) : t(`${trouble.what}.of`, { server })
        return { title, text: t(`${trouble.what}.text`, sizes) }
      }
      case 'backupFailed':
        return { title: t('backupFailed.title', { when: words.moment(trouble.began) }), text: trouble.failure ?? t('backupFailed.interrupted') }
      case 'backupOverdue':
        return { title: t('backupOverdue.title'), text: t('backupOverdue.text', { when: words.full(trouble.began) }) }
      default:
        return { title: t(`${trouble.what}.title`), text: t(`${trouble.what}.text`) }
    }
  }
}

/** Failures are counted for 24 hours, or since the start of the server. */
export function sinceOf({ at, countedSince }: System, words: Words, last24: string): string {
  return Date.parse(at) - Date.parse(countedSince) < 86_400_000 ? words.moment(countedSince) : last24
}
