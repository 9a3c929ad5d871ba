// What keeps a chatbot from answering, and where that is changed. Pure.
import type { ChatbotState } from '@polylogue/contract'
import type { SectionId } from './editor/sections.ts'

/** The section of the editor that leads on; undefined where the editor does not help. */
export const WAY_ON: Readonly<Record<ChatbotState, SectionId | undefined>> = {
  answers: undefined,
  'no-origin': 'places',
  expired: 'limits',
  'tab-gone': 'answering',
  'owner-gone': undefined,
  'model-gone': 'answering',
  'instructions-gone': 'answering',
  'source-gone': 'source',
  'source-confidential': 'answering',
}

export const STATUS_KIND: Readonly<Record<ChatbotState, 'ok' | 'warn' | 'bad' | 'off'>> = {
  answers: 'ok',
  'no-origin': 'off',
  expired: 'off',
  'tab-gone': 'bad',
  'owner-gone': 'bad',
  'model-gone': 'bad',
  'instructions-gone': 'bad',
  'source-gone': 'bad',
  'source-confidential': 'bad',
}

/** The parameter of the address that opens a section of the editor. */
export const SECTION_PARAM = 'section'
