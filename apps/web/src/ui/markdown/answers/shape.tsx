// What of a rendered answer is marked up, for tests.
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { translations } from '#lib/translations.ts'
import texts from '#texts/en/markdown.json'
import { Markdown, type Citations } from '../markdown.tsx'
import { cjkPart, fencesPart, highlightPart, mathPart } from '../parts.ts'

/** Loads what a page loads with the first formula, code block and emphasis beside Chinese. */
export async function loadParts(): Promise<void> {
  await Promise.all([cjkPart, fencesPart, highlightPart, mathPart].map((part) => part.load()))
  translations.start({ language: 'en', texts: { markdown: texts } })
}

// Only code blocks need the provider, for their tooltips: it takes most of the render time.
export const page = (text: string, streaming = false, citations?: Citations) => {
  const answer = <Markdown text={text} streaming={streaming} citations={citations} />
  if (!text.includes('```')) return renderToStaticMarkup(answer)
  return renderToStaticMarkup(<MantineProvider>{answer}</MantineProvider>).replaceAll(
    /<style[\s\S]*?<\/style>/g,
    '',
  )
}

const plain = (html: string) =>
  html
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
const all = (html: string, expression: RegExp) =>
  [...html.matchAll(expression)].map(([, inner = '']) => plain(inner))

export interface Shape {
  bold?: string[]
  struck?: string[]
  tex?: string[]
  links?: string[]
  code?: string[]
}

/** Returns what of a text is marked up; kinds that do not occur are missing. */
export function shapeOf(text: string): Shape {
  const html = page(text)
  const found = {
    bold: all(html, /<strong>(.*?)<\/strong>/gs),
    struck: all(html, /<del>(.*?)<\/del>/gs),
    tex: all(html, /<annotation encoding="application\/x-tex">(.*?)<\/annotation>/gs),
    links: all(html, /<a [^>]*>(.*?)<\/a>/gs),
    code: all(html, /<code[^>]*>(.*?)<\/code>/gs),
  }
  return Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))
}

export const shown = (text: string) => plain(page(text).replaceAll(/<annotation.*?<\/annotation>/gs, ''))
