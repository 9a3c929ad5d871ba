// The widget as every page loads it: nothing of it is part of this page's code.
import type { WidgetConfig, WidgetSettings } from '@polylogue/contract'

export interface InstalledSettings extends Partial<WidgetSettings> {
  id?: string
  apiEndpoint: string
  chatbotId: string
  token: string
  /** Opens another session when that of `token` has ended: never that of a visitor. Nothing is kept in the browser. */
  renew: () => Promise<string>
  config: WidgetConfig
  /** Whether it looks as on a phone. */
  preview?: 'wide' | 'phone'
}

export interface WidgetElement extends Element {
  open(): void
}

/** What the script leaves on the window. */
export interface WidgetScript {
  /** Takes the place of the one with the same id; the conversation goes on. */
  install(settings: InstalledSettings): WidgetElement
}

declare global {
  interface Window {
    PolylogueChat?: WidgetScript
  }
}

const ADDRESS = '/widget.js'

/** Loads the script into a document, once; rejects when it cannot be loaded. */
export async function loadWidget(page: Document): Promise<WidgetScript> {
  const view = page.defaultView
  if (!view) throw new Error('The document of the widget is closed')
  if (!view.PolylogueChat) await loaded(page)
  if (!view.PolylogueChat) throw new Error(`${ADDRESS} is not the widget`)
  return view.PolylogueChat
}

function loaded(page: Document): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = page.createElement('script')
    script.src = ADDRESS
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      // A second try needs another element.
      script.remove()
      reject(new Error(`${ADDRESS} could not be loaded`))
    })
    page.head.append(script)
  })
}
