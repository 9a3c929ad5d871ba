import { markFirst } from './first-focus.ts'

/** Prepares the content of a dialog when it is mounted, as its `ref`; returns what ends it. */
export function openContent(content: HTMLElement | null): (() => void) | undefined {
  markFirst(content)
  return content ? showAlerts(content) : undefined
}

const ALERT = '[role="alert"]'

/**
 * Scrolls to each alert that appears, such as the reason why a save was refused, which may stand at the end of a form that
 * is longer than the window.
 */
function showAlerts(content: HTMLElement): () => void {
  const observer = new MutationObserver((changes) => {
    const added = changes
      .flatMap((change) => [...change.addedNodes])
      .filter((node) => node instanceof Element)
    const alert = added.map((node) => (node.matches(ALERT) ? node : node.querySelector(ALERT))).find(Boolean)
    alert?.scrollIntoView({ block: 'nearest' })
  })
  observer.observe(content, { childList: true, subtree: true })
  return () => observer.disconnect()
}
