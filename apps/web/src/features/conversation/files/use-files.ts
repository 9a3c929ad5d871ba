// The files chosen for the next message, and those that may not be attached.
import type { Tab } from '@polylogue/contract'
import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { useConfig } from '../../../lib/config.ts'
import { forgetFiles, keepFile, readFiles } from '../../conversation-state/index.ts'
import { randomId } from '../../../lib/random-id.ts'
import { findModel, useModels } from '../../models/index.ts'
import { useUserId } from '../../session/index.ts'
import {
  acceptedBy,
  endingsOf,
  sortFiles,
  typeOf,
  type Accepted,
  type Chosen,
  type Refused,
} from './attachments.ts'

export interface Files {
  chosen: readonly Chosen[]
  refused: readonly Refused[]
  /** Whether the tab's model sees pictures. */
  seesPictures: boolean
  accepts: Accepted
  /** What the file dialog offers. */
  accept: string
  /** Adds what may be attached, and says how many of the files that are; the others are refused. */
  add(files: readonly File[]): number
  remove(id: string): void
  /** Takes all of them out, for a message that is sent; `restore` puts them back. */
  clear(): void
  restore(files: readonly Chosen[]): void
  /** Shows that files were refused by the server. */
  refuse(files: readonly Refused[]): void
  dismiss(): void
}

/** The tab's model decides: pictures only for one that sees (type 1 is multimodal). */
export function useFiles(tab: Tab): Files {
  const { data: models } = useModels()
  const multimodal = findModel(models, tab.defaultModelId)?.type === 1
  const accepts = acceptedBy(useConfig().attachments, multimodal)
  const [chosen, setChosen] = useKept(tab.id)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  return {
    chosen,
    refused,
    seesPictures: multimodal,
    accepts,
    accept: [...accepts.types, ...endingsOf(accepts)].join(','),
    add(files) {
      const sorted = sortFiles(files, chosen.length, accepts)
      const added = sorted.accepted.map((file) => ({
        id: randomId(),
        file,
        type: typeOf(file),
      }))
      setChosen([...chosen, ...added])
      setRefused(sorted.refused)
      return sorted.accepted.length
    },
    remove: (id) => setChosen(chosen.filter((one) => one.id !== id)),
    clear() {
      setChosen([])
      setRefused([])
    },
    restore: (files) => setChosen((now) => [...files, ...now]),
    refuse: setRefused,
    dismiss: () => setRefused([]),
  }
}

/** What is chosen for a tab's next message; it survives a reload. */
function useKept(
  tabId: number,
): [chosen: readonly Chosen[], setChosen: Dispatch<SetStateAction<readonly Chosen[]>>] {
  const userId = useUserId()
  const draft = `${userId}.tab.${tabId}`
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const stored = useRef<ReadonlySet<string>>(new Set())
  const seen = useRef(new Set<string>())
  useEffect(() => {
    let left = false
    const restore = async () => {
      // Files that were chosen, and perhaps sent, while the browser looked for them are no news.
      const kept = (await readFiles(draft)).filter(({ id }) => !seen.current.has(id))
      if (left || kept.length === 0) return
      stored.current = new Set([...stored.current, ...kept.map(({ id }) => id)])
      setChosen((now) => [...kept, ...now])
    }
    void restore()
    return () => {
      left = true
    }
  }, [draft])
  useEffect(() => {
    const now = new Set(chosen.map(({ id }) => id))
    now.forEach((id) => seen.current.add(id))
    chosen.forEach(({ id, file, type }, index) => {
      if (!stored.current.has(id)) void keepFile({ id, draft, at: Date.now() + index, file, type })
    })
    void forgetFiles([...stored.current].filter((id) => !now.has(id)))
    stored.current = now
  }, [draft, chosen])
  return [chosen, setChosen]
}
