import type { Project, Tab } from '@polylogue/contract'
import { useState } from 'react'
import { useDraft } from '../../lib/drafts.ts'
import { useModels } from '../models/index.ts'
import { useUserId } from '../session/index.ts'
import { foldLines } from './fold-lines.ts'
import type { Lane } from './line.ts'
import { chosenOf, targetsOf, type Target } from './targets.ts'
import { useLine } from './use-line.ts'

/** Why a question cannot be sent now. */
export type Hindrance = 'empty' | 'nowhere'

export interface CompareState {
  text: string
  setText: (text: string) => void
  stream: boolean
  setStream: (stream: boolean) => void
  /** No chosen model streams: there is nothing to switch. */
  streamless: boolean
  targets: readonly Target[]
  chosen: readonly Target[]
  choose: (tabId: number, chosen: boolean) => void
  hindrance: Hindrance | undefined
  send: () => void
}

/** A question to several tabs: what is typed (it survives a reload), where it goes, and sending it under one id. */
export function useCompare(
  project: Project,
  tabs: readonly Tab[],
  onSent: (compareId: string, stream: boolean) => void,
): CompareState {
  const userId = useUserId()
  const [text, setText] = useDraft(`${userId}.compare.${project.id}`)
  const [kept, keep] = useDraft(`${userId}.compare-without.${project.id}`)
  const [wished, setStream] = useState(true)
  const leftOut = leftOutOf(kept)
  const { data: models } = useModels()
  const line = useLine()
  const targets = targetsOf(tabs, models)
  const chosen = chosenOf(targets, leftOut)
  const streamless = chosen.length > 0 && chosen.every(({ model }) => model?.streams === false)
  const stream = wished && !streamless
  const prompt = foldLines(text)
  const hindrance = prompt === '' ? 'empty' : chosen.length === 0 ? 'nowhere' : undefined
  const send = () => {
    if (hindrance !== undefined) return
    const compareId = crypto.randomUUID()
    line.add(chosen.map((target) => laneOf(project, target, compareId, prompt)))
    setText('')
    onSent(compareId, stream)
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
    setStream,
    streamless,
    targets,
    chosen,
    choose,
    hindrance,
    send,
  }
}

/** The tabs that a question does not go to, as they are kept beside its draft. */
const leftOutOf = (kept: string): ReadonlySet<number> => new Set(kept.split(' ').map(Number))

const laneOf = (
  project: Project,
  { tab, model, tagName }: Target,
  compareId: string,
  text: string,
): Lane => ({
  compareId,
  projectId: project.id,
  tabId: tab.id,
  text,
  modelId: tab.defaultModelId,
  modelTagId: tab.defaultModelTagId,
  modelName: model?.name ?? '',
  modelTagName: tagName,
})
