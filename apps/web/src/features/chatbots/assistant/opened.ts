// Whether the installation's own chatbot stands on the page, and its session.
import { useQueryClient } from '@tanstack/react-query'
import { perPage } from '#lib/per-page.ts'
import { createStore, useStore } from '#lib/store.ts'

interface Opened {
  isOpen: boolean
  /** Of the last session, so that its chat goes on; empty before there was one. */
  token: string
}

const CLOSED: Opened = { isOpen: false, token: '' }

const openedOf = perPage(
  () => createStore<Opened>(CLOSED),
  (store) => store.set(CLOSED),
)

/** Returns the store of this page. */
export const useOpened = () => openedOf(useQueryClient())

/** Whether the assistant was opened on this page. */
export const useAssistantOpen = (): boolean => useStore(useOpened(), ({ isOpen }) => isOpen)
