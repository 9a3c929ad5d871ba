// The files chosen for the next message, and those that may not be attached.
import type { Tab } from '@polylogue/contract'
import { useState } from 'react'
import { findModel, useModels } from '../models/index.ts'
import { acceptedTypes, sortFiles, typeOf, type Chosen, type Refused } from './attachments.ts'

export interface Files {
  chosen: readonly Chosen[]
  refused: readonly Refused[]
  /** Whether the tab's model sees pictures. */
  seesPictures: boolean
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
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [refused, setRefused] = useState<readonly Refused[]>([])
  return {
    chosen,
    refused,
    seesPictures: multimodal,
    accept: [...acceptedTypes(multimodal), '.md', '.csv', '.rtf'].join(','),
    add(files) {
      const sorted = sortFiles(files, chosen.length, multimodal)
      const added = sorted.accepted.map((file) => ({
        id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
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
