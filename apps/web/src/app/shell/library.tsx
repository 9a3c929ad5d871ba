import { Suspense, useId, type ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useIsOffered } from '#features/items/index.ts'
import { useIdle } from '#lib/idle.ts'
import { lazyView } from '#lib/load-code.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { ITEM_KINDS } from '../item-kinds.ts'
import css from './navigation.module.css'
import { useFolded } from './use-folded.ts'

const LibraryCount = lazyView(async () => (await import('./library-count.tsx')).LibraryCount)
const FoldedFailure = lazyView(async () => (await import('./library-count.tsx')).FoldedFailure)

/** The lists of the kinds of items that the user may use, as a section of the navigation, which each person folds for themselves. */
export function Library() {
  const { t } = useTranslation(['shell', 'kinds'])
  const id = useId()
  const { folded, fold } = useFolded()
  const kinds = ITEM_KINDS.filter(useIsOffered())
  if (kinds.length === 0) return null
  return (
    <section aria-labelledby={id} className={css.library}>
      <h2>
        <button type="button" id={id} className={css.fold} aria-expanded={!folded} onClick={fold}>
          {t('library.title')}
          <Icon name={folded ? 'chevron-right' : 'chevron-down'} size={14} />
          {folded && (
            <Later>
              <FoldedFailure kinds={kinds} />
            </Later>
          )}
        </button>
      </h2>
      {!folded && (
        <ul>
          {kinds.map((kind) => (
            <li key={kind.noun}>
              <NavLink to={kind.list.path ?? `/${kind.noun}`} className={css.row ?? ''}>
                <Icon name={kind.list.icon} />
                <span className="cut">{t(`kinds:${kind.noun}.library`)}</span>
                <Later>
                  <LibraryCount kind={kind} />
                </Later>
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Requested after what the page itself needs. */
export function Later({ children }: { children: ReactNode }) {
  return useIdle() && <Suspense fallback={null}>{children}</Suspense>
}
