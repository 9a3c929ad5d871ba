// What a page says about its chatbot, in a script tag, in attributes or as an object.
import type { WidgetConfig, WidgetSettings } from '@polylogue/contract'
import type { Token } from './chat.ts'

/** The settings of a chatbot's look, and where it is. Those that are missing are the published ones. */
export interface Settings extends Partial<WidgetSettings> {
  /** The id of the element; two elements of one chatbot need different ones to have conversations of their own. */
  id?: string
  /** The address of the API: `https://chat.example.org/api/v1/`. */
  apiEndpoint?: string
  chatbotId?: string
  token?: Token
  /** For the product's pages: opens a session after that of `token`. Nothing is kept in the browser then. */
  renew?: () => Promise<string>
  /** What `GET chatbots/{identifier}/widget` replies; it is not fetched then. */
  config?: WidgetConfig
  /** Whether it fills its frame, without a button. */
  frame?: boolean
  /** For an editor: it looks as in a window of this width. */
  preview?: 'wide' | 'phone'
}

export type Look = WidgetSettings & Omit<WidgetConfig, 'widget'> & Pick<Settings, 'frame' | 'preview'>

/** Reads the settings in the attributes of an element: `offset-x` or `data-offset-x`. Lists and colours are JSON. */
export function settingsOf(element: Element): Settings {
  const out: Record<string, unknown> = {}
  for (const { name, value } of element.attributes) {
    const key = name.replace(/^data-/, '').replace(/-./g, (letter) => letter.charAt(1).toUpperCase())
    const isJson = /^([[{].*|\d+|true|false)$/.test(value)
    out[key === 'chatbot' ? 'chatbotId' : key] = isJson ? JSON.parse(value) : value
  }
  if (out['frame'] === '') out['frame'] = true
  return out
}
