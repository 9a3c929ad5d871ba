// Puts the widget onto a page, and shows other settings there.
import { loadWidget, type InstalledSettings, type WidgetElement, type WidgetScript } from './load.ts'

export interface Placed {
  /** Shows other settings at once; the conversation goes on. */
  show(settings: InstalledSettings): void
  end(): void
}

interface PlaceOptions {
  page: Document
  settings: InstalledSettings
  /** Called when the script has come, or could not be loaded. */
  onLoaded: (error: unknown) => void
}

export function placeWidget({ page, settings: first, onLoaded }: PlaceOptions): Placed {
  let settings = first
  let script: WidgetScript | undefined
  let element: WidgetElement | undefined
  let ended = false
  loadWidget(page).then(
    (loaded) => {
      if (ended) return
      onLoaded(undefined)
      script = loaded
      element = script.install(settings)
    },
    (error: unknown) => {
      // As specified, this is only logged.
      console.info(error)
      if (!ended) onLoaded(error)
    },
  )
  return {
    show(next) {
      settings = next
      if (script && !ended) element = script.install(next)
    },
    end() {
      ended = true
      element?.remove()
    },
  }
}

/** Opens the chat as soon as the element shows it. */
export function openWhenShown(element: WidgetElement, signal: AbortSignal): void {
  if (signal.aborted) return
  if (element.shadowRoot && element.shadowRoot.childElementCount > 0) element.open()
  else requestAnimationFrame(() => openWhenShown(element, signal))
}
