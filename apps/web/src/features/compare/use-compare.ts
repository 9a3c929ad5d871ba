import type { Project, PromptOptionValues, Tab } from '@polylogue/contract'
import { useRef, useState } from 'react'
import { useDraft } from '#lib/drafts.ts'
import { recall, remember } from '#lib/preferences.ts'
import { randomId } from '#lib/random-id.ts'
import { useWhole } from '#lib/whole-answers.ts'
import { useNameFromPrompt, useShown } from '#features/conversation/index.ts'
import { useModels } from '#features/models/index.ts'
import { useDraftOptions } from '#features/prompt-options/index.ts'
import { useUserId } from '#features/session/index.ts'
import { promptOf } from './fold-lines.ts'
import type { Lane } from './compare-queue.ts'
import { chosenOf, targetsOf, wordsOf, type Target } from './targets.ts'
import { useAdded, type Added } from './use-added.ts'
import { useCompareQueue } from './use-compare-queue.ts'

/** Reason why a question cannot be sent now. */
export type CompareBlocker = 'empty' | 'nowhere'

export interface CompareState {
  text: string
  setText: (text: string) => void
  stream: boolean
  setStream: (stream: boolean) => void
  /** No chosen model supports streaming, so there is no switch. */
  streamless: boolean
  keepLines: boolean
  setKeepLines: (keep: boolean) => void
  /** Prompt options of this comparison; they override those of a tab. */
  options: PromptOptionValues
  setOptions: (options: PromptOptionValues) => void
  targets: readonly Target[]
  chosen: readonly Target[]
  choose: (tabId: number, chosen: boolean) => void
  /** Models added to the tabs. */
  added: Added
  /** Number of target tabs. */
  count: number
  /** Chooses the words that count tabs, not models: some of the tabs have the same model. */
  words: { context?: 'tabs' }
  hindrance: CompareBlocker | undefined
  send: () => Promise<void>
}

/**
 * Returns the draft of a question to several tabs (it survives a reload), its targets, and the function that sends it with
 * one id.
 */
export function useCompare(
  project: Project,
  tabs: readonly Tab[],
  onSent: (compareId: string, stream: boolean) => void,
): CompareState {
  const userId = useUserId()
  const [text, setText] = useDraft(`${userId}.compare.${project.id}`)
  const [kept, keep] = useDraft(`${userId}.compare-without.${project.id}`)
  const [whole, setWhole] = useWhole(userId, `compare-${project.id}`)
  const [options, setOptions] = useDraftOptions(`${userId}.compare-options.${project.id}`)
  const leftOut = leftOutOf(kept)
  const { data: models } = useModels()
  const targets = targetsOf(tabs, models)
  const chosen = chosenOf(targets, leftOut)
  const streamless = chosen.length > 0 && chosen.every(({ model }) => model?.streams === false)
  const stream = !whole && !streamless
  const [keepLines, setKeepLines] = useKeepLines()
  const prompt = promptOf(text, keepLines)
  const added = useAdded(project, tabs)
  const count = chosen.length + added.chosen.length
  const hindrance = prompt === '' ? 'empty' : count === 0 ? 'nowhere' : undefined
  const ask = useAskAll(project, tabs)
  const send = async () => {
    if (hindrance !== undefined) return
    await ask({ chosen, added, prompt, options }, (compareId) => {
      setText('')
      onSent(compareId, stream)
    })
  }
  const choose = (tabId: number, wanted: boolean) => {
    const next = new Set(leftOut)
    if (wanted) next.delete(tabId)
    else next.add(tabId)
    keep([...next].join(' '))
  }
  return {
    text,
    setText,
    stream,
    setStream: (wanted) => setWhole(!wanted),
    streamless,
    keepLines,
    setKeepLines,
    options,
    setOptions,
    targets,
    chosen,
    choose,
    added,
    count,
    words: wordsOf(targets),
    hindrance,
    send,
  }
}

/** Whether line breaks are kept, for all comparisons of this browser. */
function useKeepLines(): [keep: boolean, set: (keep: boolean) => void] {
  const [keep, setKeep] = useState(() => recall('compareLines') === 'true')
  const set = (next: boolean) => {
    setKeep(next)
    remember('compareLines', next ? 'true' : null)
  }
  return [keep, set]
}

interface CompareQuestion {
  chosen: readonly Target[]
  added: Added
  prompt: string
  options: PromptOptionValues
}

/**
 * Creates the tabs of added models and asks in all tabs, each with its shown versions; `onAsked` receives the comparison id.
 */
function useAskAll(project: Project, tabs: readonly Tab[]) {
  const { data: models } = useModels()
  const queue = useCompareQueue()
  const shown = useShown()
  const name = useNameFromPrompt(project, tabs)
  const busy = useRef(false)
  const askAll = async ({ chosen, added, prompt, options }: CompareQuestion): Promise<string | undefined> => {
    const made = await added.makeTabs().catch(() => undefined)
    if (made === undefined) return undefined
    const versions = await Promise.all(chosen.map(({ tab }) => shown.load(tab.id)))
    const rename = name(prompt)
    const sent = { compareId: randomId(), text: prompt, options }
    const old = chosen.map((target, at) => laneOf(project, target, { ...sent, shownQueryIds: versions[at] }))
    queue.add([...old, ...targetsOf(made, models).map((target) => laneOf(project, target, sent))])
    rename()
    return sent.compareId
  }
  return async (asked: CompareQuestion, onAsked: (compareId: string) => void) => {
    // Ignores a second click.
    if (busy.current) return
    busy.current = true
    const compareId = await askAll(asked).finally(() => (busy.current = false))
    if (compareId !== undefined) onAsked(compareId)
  }
}

/** Parses the stored list of tabs that were left out. */
const leftOutOf = (kept: string): ReadonlySet<number> => new Set(kept.split(' ').map(Number))

const laneOf = (
  project: Project,
  { tab, model, tagName }: Target,
  { options, ...sent }: Pick<Lane, 'compareId' | 'text' | 'shownQueryIds'> & { options: PromptOptionValues },
): Lane => ({
  ...sent,
  projectId: project.id,
  tabId: tab.id,
  modelId: tab.defaultModelId,
  modelTagId: tab.defaultModelTagId,
  modelName: model?.name ?? '',
  modelTagName: tagName,
  ...(Object.keys(options).length === 0 ? {} : { options: { ...tab.options, ...options } }),
})
