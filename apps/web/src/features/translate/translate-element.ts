// Translates the text of an element of the page in place.
import type { Api } from '#lib/api.ts'
import { translateText, type Translated, type TranslationRequest } from './api.ts'

/** Text in these elements stays. */
const KEPT = 'code, pre, kbd, svg, script, style, [data-untranslated]'
/** Between the texts of an element, as one text. */
const BETWEEN = '\n\n'

/** The service returned fewer or more paragraphs than it was sent. */
export class ParagraphsLost extends Error {}

/**
 * Translates the texts of an element and writes them into it. Returns who translated, and a function that restores the
 * original.
 * @throws ParagraphsLost, TextTooLong, the ApiProblem of a request: the element is unchanged then
 */
export async function translateElement(
  api: Api,
  element: HTMLElement,
  languages: Omit<TranslationRequest, 'text'>,
): Promise<Pick<Translated, 'provider'> & { restore: () => void }> {
  const nodes = textsIn(element)
  const texts = nodes.map((node) => (node.nodeValue ?? '').replace(/\s+/g, ' ').trim())
  const translated = await translateText(api, { ...languages, text: texts.join(BETWEEN) })
  const paragraphs = translated.text.split(BETWEEN)
  if (paragraphs.length !== texts.length) throw new ParagraphsLost()
  const before = nodes.map((node) => node.nodeValue)
  const lang = element.lang
  nodes.forEach((node, at) => (node.nodeValue = spaced(before[at] ?? '', paragraphs[at] ?? '')))
  element.lang = languages.targetLang
  return {
    provider: translated.provider,
    restore: () => {
      nodes.forEach((node, at) => (node.nodeValue = before[at] ?? ''))
      element.lang = lang
    },
  }
}

function textsIn(element: HTMLElement): Text[] {
  const nodes: Text[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    const isText = /\p{L}/u.test(node.nodeValue ?? '')
    if (isText && !node.parentElement?.closest(KEPT)) nodes.push(node)
  }
  return nodes
}

/** Keeps the white space around a text, which separates it from its neighbours. */
function spaced(original: string, translation: string): string {
  const [start] = /^\s*/.exec(original) ?? ['']
  const [end] = /(?<!\s)\s*$/.exec(original) ?? ['']
  return `${start}${translation.trim()}${end}`
}
