import type { Permission } from '@polylogue/contract'
import { Suspense, useId, useState, type ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useViewer } from '../../features/session/index.ts'
import { useIdle } from '../../lib/idle.ts'
import { lazyView } from '../../lib/load-code.ts'
import { recall, remember } from '../../lib/preferences.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { CountedNoun } from './library-count.tsx'
import css from './navigation.module.css'

const LibraryCount = lazyView(async () => (await import('./library-count.tsx')).LibraryCount)
const FoldedFailure = lazyView(async () => (await import('./library-count.tsx')).FoldedFailure)

interface LibraryRow {
  noun: CountedNoun
  icon: IconName
  /** The permission without which the row is not shown. */
  needs: Permission
}

const ROWS: readonly LibraryRow[] = [
  { noun: 'prompts', icon: 'books', needs: 'can_use_prompts' },
  { noun: 'datasources', icon: 'database', needs: 'can_use_datasources' },
  { noun: 'custinsts', icon: 'list-details', needs: 'can_use_custinsts' },
  { noun: 'goldensets', icon: 'list-check', needs: 'can_use_prompts' },
]

const FOLDED = 'folded'

/** The lists of nouns that the user may use, as a section of the navigation. The browser remembers whether it is folded. */
export function Library() {
  const { t } = useTranslation('shell')
  const id = useId()
  const [folded, setFolded] = useState(() => recall('library') === FOLDED)
  const permissions = useViewer().data?.permissions ?? []
  const rows = ROWS.filter(({ needs }) => permissions.includes(needs))
  if (rows.length === 0) return null
  const fold = () => {
    remember('library', folded ? null : FOLDED)
    setFolded(!folded)
  }
  return (
    <section aria-labelledby={id} className={css.library}>
      <h2>
        <button type="button" id={id} className={css.fold} aria-expanded={!folded} onClick={fold}>
          {t('library.title')}
          <Icon name={folded ? 'chevron-right' : 'chevron-down'} size={14} />
          {folded && permissions.includes('can_use_datasources') && (
            <Later>
              <FoldedFailure />
            </Later>
          )}
        </button>
      </h2>
      {!folded && (
        <ul>
          {rows.map(({ noun, icon }) => (
            <li key={noun}>
              <NavLink to={`/${noun}`} className={css.row ?? ''}>
                <Icon name={icon} />
                <span className="cut">{t(`library.${noun}`)}</span>
                <Later>
                  <LibraryCount noun={noun} />
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
function Later({ children }: { children: ReactNode }) {
  return useIdle() && <Suspense fallback={null}>{children}</Suspense>
}
