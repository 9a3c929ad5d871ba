// A table belongs to the feature whose table.ts declares it; one that is declared nowhere is private to one feature. Other
// features may read a declared table. They may write it only when its declaration says so: `@writtenBy users`.
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { inRoot } from '../root.mjs'
import { filesIn } from './files.mjs'

const server = 'apps/server/src'
const migrations = 'apps/server/migrations'
const isDeclaring = /\/table\.ts$/
const orm = new Set(['insert', 'update', 'delete'])
const written = /\b(?:INSERT INTO|DELETE FROM|UPDATE)\s+(?:ONLY\s+)?(\$\{\w+\}|\w+)/g
const named = /\b(?:INTO|FROM|JOIN|UPDATE|USING)\s+(?:ONLY\s+)?(\w+)/g

/** Returns `{ seen, problems }`; `seen` counts the tables. */
export function tableOwners({
  files = productFiles(),
  read = (file) => readFileSync(inRoot(file), 'utf8'),
  tables = tablesOfMigrations(),
} = {}) {
  const sources = files.map((file) => ({ file, source: parsed(file, read(file)) }))
  const declared = declarations(sources, tables)
  const byVariable = new Map([...declared].map(([table, { variable }]) => [variable, table]))
  const uses = sources.flatMap(({ file, source }) => usesIn(file, source, byVariable))
  return {
    seen: tables.length,
    problems: tables.flatMap((table) => faultsOf(table, declared.get(table), uses)),
  }
}

// `sql-places` finds SQL in other files.
function productFiles() {
  return [
    ...filesIn([`${server}/features`], (name) => /(^|-)(store|table)\.ts$/.test(name)),
    ...filesIn([`${server}/access`], (name) => name.endsWith('.ts') && !name.endsWith('.test.ts')),
  ]
}

function tablesOfMigrations() {
  const created = readdirSync(inRoot(migrations)).flatMap((name) => [
    ...readFileSync(inRoot(`${migrations}/${name}`), 'utf8').matchAll(/CREATE TABLE (\w+)/g),
  ])
  return [...new Set(created.map(([, table]) => table))]
}

const parsed = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)

/** `users` for `apps/server/src/features/users/store.ts`, `access` for the access expression. */
const roomOf = (file) => /\/src\/(?:features\/)?([^/]+)/.exec(file)?.[1]

/** The name in `pgTable('chunks', …)`, or in `'chunks'`: a table that only SQL text names is declared by its name. */
function tableOf(value, source, tables) {
  if (ts.isStringLiteral(value)) return tables.includes(value.text) ? value.text : undefined
  if (!ts.isCallExpression(value) || value.expression.getText(source) !== 'pgTable') return undefined
  return value.arguments[0].text
}

/** Returns each declared table with its room, variable and the other rooms that may write it. */
function declarations(sources, tables) {
  const found = new Map()
  for (const { file, source } of sources) {
    if (!isDeclaring.test(file)) continue
    for (const statement of source.statements) {
      const [declaration] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : []
      const table = declaration?.initializer && tableOf(declaration.initializer, source, tables)
      if (table === undefined) continue
      const tag = ts.getJSDocTags(statement).find(({ tagName }) => tagName.text === 'writtenBy')
      const writers = ts.getTextOfJSDocComment(tag?.comment)?.split(/[\s,]+/) ?? []
      found.set(table, {
        room: roomOf(file),
        variable: declaration.name.text,
        writers,
      })
    }
  }
  return found
}

/** Returns which tables a file names and which it writes, with their lines. */
function usesIn(file, source, byVariable) {
  const uses = []
  const add = (node, table, isWriting) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    uses.push({ room: roomOf(file), at: `${file}:${line + 1}`, table, isWriting })
  }
  const visit = (node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const table = byVariable.get(node.arguments[0]?.getText(source))
      if (table && orm.has(node.expression.name.text)) add(node, table, true)
    }
    if (
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateExpression(node)
    ) {
      const text = node.getText(source)
      for (const [, name] of text.matchAll(written))
        add(node, byVariable.get(name.replaceAll(/\W/g, '')) ?? name, true)
      for (const [, name] of text.matchAll(named)) add(node, name, false)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return uses
}

function faultsOf(table, declared, uses) {
  const own = uses.filter((use) => use.table === table)
  if (!declared) {
    const rooms = [...new Set(own.map(({ room }) => room))]
    if (rooms.length < 2) return []
    const places = rooms.map((room) => own.find((use) => use.room === room)?.at)
    return [`${table} is declared in no table.ts, and several features name it: ${places.join(', ')}`]
  }
  const { room, writers } = declared
  const writing = own.filter((use) => use.isWriting && use.room !== room)
  const unsaid = writing.filter((use) => !writers.includes(use.room))
  const gone = writers.filter((writer) => !writing.some((use) => use.room === writer))
  return [
    ...unsaid.map((use) => `${use.at}: writes ${table}, which belongs to ${room}`),
    ...gone.map((writer) => `${table} is not written by ${writer}: remove it from @writtenBy`),
  ]
}
