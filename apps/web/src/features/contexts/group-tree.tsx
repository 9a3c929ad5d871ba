import type { Context } from '@polylogue/contract'
import { useId, useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { GroupRow } from './group-row.tsx'
import css from './groups.module.css'
import { kindOf } from './kinds.ts'
import { Paged } from './paged.tsx'
import { treeOf, type Branch } from './tree.ts'

/** The groups of a type; renders nothing for a type without groups. */
export function GroupSection({ type, groups }: { type: number; groups: readonly Context[] }) {
  const { t } = useTranslation('contexts')
  const id = useId()
  const kind = kindOf(type)?.kind
  const tree = treeOf(groups, type)
  if (!kind || tree.length === 0) return null
  const title = t(`sections.${kind}`)
  return (
    <section className={css.section} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {kind === 'tenant' && <p className={css.note}>{t('tenantsText')}</p>}
      <Paged items={tree} label={t('pagesOf', { name: title })}>
        {(shown) => <Branches branches={shown} depth={0} />}
      </Paged>
    </section>
  )
}

/** Search results, each with the groups that contain it. */
export function FoundGroups({ found }: { found: readonly { group: Context; within: readonly string[] }[] }) {
  const { t } = useTranslation('contexts')
  return (
    <Paged items={found} label={t('pagesOf', { name: t('found') })}>
      {(shown) => (
        <ul aria-label={t('found')}>
          {shown.map(({ group, within }) => (
            <li key={group.id}>
              <GroupRow group={group} within={within} />
            </li>
          ))}
        </ul>
      )}
    </Paged>
  )
}

function Branches({ branches, depth }: { branches: readonly Branch[]; depth: number }) {
  return (
    <ul>
      {branches.map((branch) => (
        <BranchRow key={branch.path} branch={branch} depth={depth} />
      ))}
    </ul>
  )
}

/** A group; when expanded, followed by the groups inside it. */
function BranchRow({ branch, depth }: { branch: Branch; depth: number }) {
  const { t } = useTranslation('contexts')
  const [open, setOpen] = useState(false)
  const { group, inside } = branch
  const name = group.displayName
  return (
    <li>
      <GroupRow group={group} depth={depth}>
        {inside.length > 0 ? (
          <button
            type="button"
            className={css.fold}
            aria-expanded={open}
            aria-label={t('inside', { name, count: inside.length })}
            data-tip={t('inside', { name, count: inside.length })}
            onClick={() => setOpen(!open)}
            onKeyDown={({ key }) => {
              if (key === 'ArrowRight') setOpen(true)
              if (key === 'ArrowLeft') setOpen(false)
            }}
          >
            <Icon name={open ? 'chevron-down' : 'chevron-right'} size={14} />
          </button>
        ) : (
          <span className={css.leaf} />
        )}
      </GroupRow>
      {open && <Branches branches={inside} depth={depth + 1} />}
    </li>
  )
}
