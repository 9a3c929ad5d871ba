// The files of the draft, and the refused ones.
import type { Tab } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { useConfig } from '../../../lib/config.ts'
import { draftsOf } from '../../drafts/index.ts'
import { tabDraftKey } from '../../../lib/drafts.ts'
import { FOREIGN_ENDINGS, withConverted } from '../../../lib/foreign-pictures.ts'
import { randomId } from '../../../lib/random-id.ts'
import { findModel, useModels } from '../../models/index.ts'
import { useUserId } from '../../session/index.ts'
import {
  acceptedBy,
  endingsOf,
  isConvertible,
  sortFiles,
  typeOf,
  type Accepted,
  type Chosen,
  type Refused,
} from './attachments.ts'

export interface Files {
  chosen: readonly Chosen[]
  refused: readonly Refused[]
  /** Whether the model of the tab accepts images. */
  seesPictures: boolean
  /** A question waits until the text of its files is recognised. */
  waits: boolean
  wait(isWaiting: boolean): void
  /** Whether pictures are being converted, after which they are added. */
  isConverting: boolean
  accepts: Accepted
  /** The `accept` value of the file dialog. */
  accept: string
  /** Adds the accepted files and returns their number; lists the others as refused. */
  add(files: readonly File[]): number
  remove(id: string): void
  /** Removes files from both lists: another place has them now. */
  give(files: readonly File[]): void
  /** Removes all files, for a message that is sent. They stay stored; `restore` adds them again. */
  take(): void
  restore(files: readonly Chosen[]): void
  /** Lists files that the server refused. */
  refuse(files: readonly Refused[]): void
  dismiss(): void
}

/** Returns the draft files of a tab, or of the next tab of a project. Its model sets the accepted types: images only for type 1 (multimodal). */
export function useFiles(tab: Pick<Tab, 'id' | 'defaultModelId'>): Files {
  const { data: models } = useModels()
  const multimodal = findModel(models, tab.defaultModelId)?.type === 1
  const { attachments, recognition } = useConfig()
  const accepts = acceptedBy(attachments, multimodal, recognition === 'on')
  const [waits, wait] = useState(false)
  const drafts = draftsOf(useQueryClient())
  const [chosen, setChosen] = useKept(drafts, tab.id)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const { add, isConverting } = useAdding(accepts, chosen, setChosen, setRefused)
  return {
    chosen,
    refused,
    seesPictures: multimodal,
    waits,
    wait,
    isConverting,
    accepts,
    accept: [
      ...accepts.types,
      ...endingsOf(accepts),
      ...(accepts.types.includes('image/jpeg') ? [FOREIGN_ENDINGS] : []),
    ].join(','),
    add,
    remove: (id) => setChosen((now) => now.filter((one) => one.id !== id)),
    give(files) {
      setChosen((now) => now.filter(({ file }) => !files.includes(file)))
      setRefused((now) => now.filter(({ file }) => !files.includes(file)))
    },
    take() {
      drafts.holdFiles(chosen.map(({ id }) => id))
      setChosen([])
      setRefused([])
    },
    restore(files) {
      drafts.releaseFiles(files.map(({ id }) => id))
      setChosen((now) => [...files, ...now])
    },
    refuse: setRefused,
    dismiss: () => setRefused([]),
  }
}

/** Sorts files into the draft and the refused ones, once the pictures that can be converted are. */
function useAdding(
  accepts: Accepted,
  chosen: readonly Chosen[],
  setChosen: Dispatch<SetStateAction<readonly Chosen[]>>,
  setRefused: (files: readonly Refused[]) => void,
): Pick<Files, 'add' | 'isConverting'> {
  const [conversions, setConversions] = useState(0)
  const count = useRef(0)
  useEffect(() => {
    count.current = chosen.length
  }, [chosen])
  const put = (files: readonly File[]) => {
    // Other files may have been chosen while pictures were converted.
    const sorted = sortFiles(files, count.current, accepts)
    const added = sorted.accepted.map((file) => ({ id: randomId(), file, type: typeOf(file) }))
    setChosen((now) => [...now, ...added])
    setRefused(sorted.refused)
    return added.length
  }
  return {
    isConverting: conversions > 0,
    add(files) {
      const isForeign = (file: File) => isConvertible(file, accepts)
      if (!files.some(isForeign)) return put(files)
      setConversions((now) => now + 1)
      void withConverted(files, isForeign)
        .then(put)
        .finally(() => setConversions((now) => now - 1))
      return 0
    },
  }
}

/** The files of the next message of a tab; they survive a reload. */
function useKept(
  drafts: ReturnType<typeof draftsOf>,
  tabId: number,
): [chosen: readonly Chosen[], setChosen: Dispatch<SetStateAction<readonly Chosen[]>>] {
  const userId = useUserId()
  const draft = tabDraftKey(userId, tabId)
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const stored = useRef<ReadonlySet<string>>(new Set())
  const seen = useRef(new Set<string>())
  useEffect(() => {
    let left = false
    const restore = async () => {
      // Skips files that were chosen, and perhaps sent, while the stored ones were being read.
      const kept = (await drafts.readFiles(draft)).filter(
        ({ id }) => !seen.current.has(id) && !drafts.isHeld(id),
      )
      if (left || kept.length === 0) return
      stored.current = new Set([...stored.current, ...kept.map(({ id }) => id)])
      setChosen((now) => [...kept, ...now])
    }
    void restore()
    return () => {
      left = true
    }
  }, [drafts, draft])
  useEffect(() => {
    const now = new Set(chosen.map(({ id }) => id))
    now.forEach((id) => seen.current.add(id))
    chosen.forEach(({ id, file, type }, index) => {
      if (!stored.current.has(id)) drafts.keepFile({ id, draft, at: Date.now() + index, file, type })
    })
    drafts.removeFiles([...stored.current].filter((id) => !now.has(id)))
    stored.current = now
  }, [drafts, draft, chosen])
  return [chosen, setChosen]
}
