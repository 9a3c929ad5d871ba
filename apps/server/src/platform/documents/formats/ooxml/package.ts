// The parts of an Office Open XML document and the links between them.
import { openZip } from '../unzip.ts'
import { decodeXml, nodesOf, type ParseXml, type XmlNode } from '../xml.ts'

export interface Link {
  /** The last word of its type, such as “footnotes”. */
  readonly type: string
  /** The name of the part, or an address. */
  readonly target: string
  readonly isExternal: boolean
}

export interface Package {
  readonly names: readonly string[]
  /** Returns the root of a part; undefined if it is missing or damaged, unless it is `needed`: then it throws. */
  readonly part: (name: string | undefined, isNeeded?: boolean) => XmlNode | undefined
  /** Returns the links of a part by their ids. */
  readonly links: (part: string) => ReadonlyMap<string, Link>
  /** Returns the first part that `from` links to with a type. */
  readonly linked: (from: string, type: string) => string | undefined
}

export function openPackage(bytes: Uint8Array, parse: ParseXml): Package {
  const zip = openZip(bytes)
  const known = new Map<string, ReadonlyMap<string, Link>>()
  const part = (name: string | undefined, isNeeded = false): XmlNode | undefined => {
    const found = name === undefined ? undefined : zip.part(name)
    if (!found && isNeeded) throw new Error('a part is missing')
    if (!found) return undefined
    try {
      return parse(decodeXml(found))
    } catch (error) {
      if (isNeeded) throw error
      return undefined
    }
  }
  const links = (from: string) => {
    const found = known.get(from) ?? linksOf(part(relationsOf(from)), from)
    known.set(from, found)
    return found
  }
  return {
    names: zip.names,
    part,
    links,
    linked: (from, type) => [...links(from).values()].find((link) => link.type === type)?.target,
  }
}

function relationsOf(part: string): string {
  const at = part.lastIndexOf('/') + 1
  return `${part.slice(0, at)}_rels/${part.slice(at)}.rels`
}

function linksOf(root: XmlNode | undefined, from: string): ReadonlyMap<string, Link> {
  const links = new Map<string, Link>()
  for (const { attributes } of nodesOf(root)) {
    const { Id: id, Type: type = '', Target: target = '', TargetMode: mode } = attributes
    if (id === undefined) continue
    const isExternal = mode === 'External'
    links.set(id, {
      type: type.slice(type.lastIndexOf('/') + 1),
      target: isExternal ? target : resolved(target, from),
      isExternal,
    })
  }
  return links
}

/** Returns the name of a part from a link, which is relative to the folder of the part that has it. */
export function resolved(target: string, from: string): string {
  const base = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') base.pop()
    else if (step !== '.' && step !== '') base.push(step)
  }
  return base.join('/')
}

/** Returns the title in the properties of a document. */
export function titleOf(documents: Package): string {
  const properties = nodesOf(documents.part(documents.linked('', 'core-properties')))
  const title = properties.find(({ name }) => name === 'title')
  const text = title?.children.filter((child) => typeof child === 'string').join('') ?? ''
  return plainTitle(text)
}

/** Returns a title on one line; an empty text for one that a program invented. */
export function plainTitle(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim().slice(0, 300)
  return /^(?:microsoft word|powerpoint|untitled|unbenannt|document\d*|dokument\d*|presentation\d*|pr[äa]sentation\d*|slide 1|презентация.*)\b/i.test(
    plain,
  )
    ? ''
    : plain
}
