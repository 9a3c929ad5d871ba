// What a notification says in the language of the page, from its kind and facts.
import { readAgent } from '#lib/agent.ts'
import { isolated } from '#lib/isolated.ts'
import { useTranslation } from '#lib/texts.ts'
import type { IconName } from '#ui/icon.tsx'
import type { Entry } from './entries.ts'

interface Look {
  readonly icon: IconName
  /** warn: something waits for the person. bad: something failed. */
  readonly tone?: 'warn' | 'bad'
}

const LOOKS: Readonly<Record<string, Look>> = {
  shared: { icon: 'users' },
  accessChanged: { icon: 'users' },
  accessEnded: { icon: 'users' },
  handedOver: { icon: 'users' },
  groupJoined: { icon: 'users' },
  groupLeft: { icon: 'users' },
  approvalAsked: { icon: 'user-check', tone: 'warn' },
  approved: { icon: 'circle-check' },
  declined: { icon: 'cancel', tone: 'warn' },
  answerEnded: { icon: 'message' },
  replayEnded: { icon: 'player-track-next' },
  goldenRunEnded: { icon: 'list-check' },
  importEnded: { icon: 'upload' },
  unansweredAsked: { icon: 'help-circle', tone: 'warn' },
  unansweredSolved: { icon: 'help-circle' },
  chatbotUnanswered: { icon: 'message-chatbot', tone: 'warn' },
  datasourceFailed: { icon: 'alert-circle', tone: 'bad' },
  datasourceRefreshed: { icon: 'database' },
  modelDeployed: { icon: 'cpu' },
  modelFailed: { icon: 'alert-circle', tone: 'bad' },
  newDevice: { icon: 'device-desktop', tone: 'warn' },
  announcement: { icon: 'speakerphone' },
}

/** Returns icon and colour of a notification. */
export function lookOf({ kind, type }: Entry): Look {
  const look = LOOKS[kind] ?? { icon: 'bell' }
  if (type === 'error') return { icon: 'alert-circle', tone: 'bad' }
  return type === 'warning' && !look.tone ? { ...look, tone: 'warn' } : look
}

const BY = [
  'shared',
  'accessChanged',
  'accessEnded',
  'handedOver',
  'groupJoined',
  'groupLeft',
  'approvalAsked',
  'approved',
  'declined',
  'unansweredAsked',
  'unansweredSolved',
] as const
const PLAIN = [
  ...BY,
  'answerEnded',
  'replayEnded',
  'goldenRunEnded',
  'importEnded',
  'chatbotUnanswered',
  'datasourceFailed',
  'datasourceRefreshed',
  'modelDeployed',
  'modelFailed',
  'newDevice',
] as const
const FAILED = ['answerEnded', 'replayEnded', 'goldenRunEnded', 'importEnded'] as const
/** The nouns that are no kinds of items: those have their own words. */
const NOUNS = ['project', 'chat', 'group', 'model'] as const
const LEVELS = ['read', 'write', 'admin'] as const

const known = <T extends string>(list: readonly T[], value: string | undefined): T | undefined =>
  list.find((one) => one === value)

/** Returns a function that says what happened, and in a second line where; the second one can be empty. */
export function useWords(): (entry: Entry) => { title: string; detail: string } {
  const { t } = useTranslation(['notifications', 'kinds'])
  /** The server may name a kind of item in the plural, as its paths do. */
  const wordOf = (noun: string | undefined, form: 'item' | 'anItem'): string => {
    if (!noun) return ''
    const one = noun.replace(/s$/, '')
    const own = known(NOUNS, one)
    if (own) return form === 'item' ? t(`nouns.${own}`) : t(`things.${own}`)
    return t(`kinds:${one}s.${form}`, { defaultValue: '' })
  }
  const titleOf = ({ kind, facts, count, message, type }: Entry): string => {
    const { actor } = facts
    if (kind === 'announcement') return facts.title || t('plain.announcement')
    const by = known(BY, kind)
    if (by && actor) return t(`by.${by}`, { actor, thing: wordOf(facts.noun, 'anItem') || t('things.other') })
    const failed = type === 'error' ? known(FAILED, kind) : undefined
    if (failed) return t(`failed.${failed}`)
    const plain = known(PLAIN, kind)
    return plain ? t(`plain.${plain}`, { count }) : message
  }
  const withoutName = (kind: string) =>
    kind === 'accessEnded'
      ? t('something')
      : kind === 'shared' || kind === 'accessChanged'
        ? t('gone')
        : undefined
  const detailOf = ({ kind, facts, count }: Entry): string => {
    const { name, why, question, document, device, address, items, chats, notImported, text } = facts
    if (kind === 'announcement') return text ?? ''
    const noun = wordOf(facts.noun, 'item')
    const level = known(LEVELS, facts.access)
    const isNamed = kind !== 'shared' || !facts.actor
    const parts = [
      name ?? (noun ? undefined : withoutName(kind)),
      items && t('items', { count: items }),
      chats !== undefined && t('chats', { count: chats }),
      notImported && t('notImported', { count: notImported }),
      document,
      question && t('quoted', { text: question }),
      noun && (!name || (isNamed && kind.startsWith('approv'))) && noun,
      level && t(`access.${level}`),
      why && t('quoted', { text: why }),
      device && deviceOf(device),
      address,
      count > 1 && kind !== 'answerEnded' && t('times', { count }),
    ]
    return parts.flatMap((part) => (part ? isolated(part) : [])).join(' · ')
  }
  return (entry) => ({ title: titleOf(entry), detail: detailOf(entry) })
}

/** The agent of a browser as its name and system, that of a program as it is. */
function deviceOf(agent: string): string {
  const { browser, system } = readAgent(agent)
  return [browser, system].filter(Boolean).join(', ') || agent
}
