// The files of the draft, and the refused ones.
import type { Tab } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { useConfig } from '#lib/config.ts'
import { draftsOf, type MessageDrafts, tabDraftKey } from '#features/drafts/index.ts'
import { FOREIGN_ENDINGS, withConverted } from '#lib/foreign-pictures.ts'
import { randomId } from '#lib/random-id.ts'
import { findModel, useModels } from '#features/models/index.ts'
import { useUserId } from '#features/session/index.ts'
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
  /** A question waits until its pictures are converted and the text of its files is recognised. */
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
  const { chosen, setChosen, keep } = useKept(drafts, tab.id)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const { add, isConverting } = useAdding({ accepts, chosen, setChosen, setRefused, wait, drafts, keep })
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

interface Adding {
  accepts: Accepted
  chosen: readonly Chosen[]
  setChosen: Dispatch<SetStateAction<readonly Chosen[]>>
  setRefused: Dispatch<SetStateAction<readonly Refused[]>>
  wait: (isWaiting: boolean) => void
  drafts: MessageDrafts
  /** Stores files of the draft when nothing shows it any more. */
  keep: (files: readonly Chosen[]) => void
}

/** Sorts files into the draft and the refused ones; pictures of other formats once they are converted. */
function useAdding(adding: Adding): Pick<Files, 'add' | 'isConverting'> {
  const { accepts, chosen, setChosen, setRefused, wait, drafts, keep } = adding
  const [conversions, setConversions] = useState(0)
  const isShown = useRef(true)
  const count = useRef(0)
  useEffect(() => {
    count.current = chosen.length
  }, [chosen])
  // Before anything else runs: what is added to a tab that is gone would be lost.
  useLayoutEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const sort = (files: readonly File[]) => {
    // Other files may have been chosen while pictures were converted.
    const { accepted, refused } = sortFiles(files, count.current, accepts)
    return { added: accepted.map((file) => ({ id: randomId(), file, type: typeOf(file) })), refused }
  }
  const convert = async (files: readonly File[]) => {
    setConversions((now) => now + 1)
    const { left } = drafts
    const { added, refused } = sort(await withConverted(files))
    if (left.aborted) return
    // The person has opened another tab meanwhile.
    if (!isShown.current) return keep(added)
    // A question that waits for the pictures is not sent without a refused one: the person decides.
    if (refused.length > 0) wait(false)
    setChosen((now) => [...now, ...added])
    setRefused((now) => [...now, ...refused])
    setConversions((now) => now - 1)
  }
  return {
    isConverting: conversions > 0,
    add(files) {
      const isForeign = (file: File) => isConvertible(file, accepts)
      const { added, refused } = sort(files.filter((file) => !isForeign(file)))
      setChosen((now) => [...now, ...added])
      setRefused(refused)
      if (files.some(isForeign)) void convert(files.filter(isForeign))
      return added.length
    },
  }
}

/** The files of the next message of a tab; they survive a reload. */
function useKept(drafts: MessageDrafts, tabId: number): Pick<Adding, 'chosen' | 'setChosen' | 'keep'> {
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
      // A message that came back meanwhile has brought its own.
      setChosen((now) => [...kept.filter(({ id }) => now.every((one) => one.id !== id)), ...now])
    }
    void restore()
    return () => {
      left = true
    }
  }, [drafts, draft])
  useEffect(() => {
    const now = new Set(chosen.map(({ id }) => id))
    now.forEach((id) => seen.current.add(id))
    drafts.keepFiles(
      draft,
      chosen.filter(({ id }) => !stored.current.has(id)),
    )
    drafts.removeFiles([...stored.current].filter((id) => !now.has(id)))
    stored.current = now
  }, [drafts, draft, chosen])
  return { chosen, setChosen, keep: (files) => drafts.keepFiles(draft, files) }
}
