import type { TFunction } from 'i18next'
import type { System } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { Status } from '#ui/table.tsx'
import css from './system.module.css'
import type { Trouble } from './troubles.ts'
import { useWords, type SystemTexts } from './use-words.ts'
import { HELP, MODELS, PROVIDERS, SOURCES, actingPage } from './acting-pages.ts'

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
  const actions: Readonly<Record<string, string>> = {
    [PROVIDERS]: t('ways.providers'),
    [MODELS]: t('ways.models'),
    [SOURCES]: t('ways.sources'),
  }
  return (trouble) => {
    const to = placeOf(trouble)
    return { ...wordsOf(trouble, system, words, t), to, action: actions[to] ?? t('ways.help') }
  }
}

/** Returns where one acts. */
function placeOf(trouble: Trouble): string {
  if (trouble.what === 'engine') return PROVIDERS
  if (trouble.what === 'answers') return trouble.engine.kind === 'embedded' ? MODELS : PROVIDERS
  if (trouble.what === 'documents') return SOURCES
  return trouble.what === 'work' ? actingPage(trouble.work) : HELP
}

type Texts = TFunction<'system'>

function wordsOf(
  trouble: Trouble,
  system: System,
  words: SystemTexts,
  t: Texts,
): Pick<Told, 'title' | 'text'> {
  switch (trouble.what) {
    case 'engine': {
      const { name, problem } = trouble.engine
      return {
        title: t('engine.title', { name }),
        text: t('engine.text', { reason: words.reason(problem ?? '') }),
      }
    }
    case 'answers': {
      const { engine, count } = trouble
      const title = t('answers.title', { name: engine.name, count, number: words.number(count) })
      return {
        title,
        text: t('answers.text', {
          reasons: words.reasons(engine.failures),
          since: sinceOf(system, words, t),
        }),
      }
    }
    case 'documents':
    case 'slow': {
      const { what, count } = trouble
      return { title: t(`${what}.title`, { count, number: words.number(count) }), text: t(`${what}.text`) }
    }
    case 'work': {
      const { count, work } = trouble
      const title = t('workFailed.title', { count, number: words.number(count), kind: words.work(work) })
      return { title, text: t('workFailed.text') }
    }
    case 'diskFull':
    case 'diskShort': {
      const { disk, server, what } = trouble
      const [free, total, reserve] = [disk.freeBytes, disk.totalBytes, disk.reserveBytes].map(words.size)
      const title = server === null ? t(`${what}.title`) : t(`${what}.of`, { server })
      return { title, text: t(`${what}.text`, { free, total, reserve }) }
    }
    case 'backupFailed':
      return {
        title: t('backupFailed.title', { when: words.moment(trouble.began) }),
        text: trouble.failure ?? t('backupFailed.interrupted'),
      }
    case 'backupOverdue':
      return {
        title: t('backupOverdue.title'),
        text: t('backupOverdue.text', { when: words.full(trouble.began) }),
      }
    case 'noBackups':
    case 'versions':
      return { title: t(`${trouble.what}.title`), text: t(`${trouble.what}.text`) }
  }
}

/** Failures are counted for 24 hours, or since the start of the server. */
export function sinceOf({ at, countedSince }: System, words: SystemTexts, t: Texts): string {
  const isYoung = Date.parse(at) - Date.parse(countedSince) < 86_400_000
  return isYoung ? t('sinceStart', { when: words.moment(countedSince) }) : t('last24')
}
