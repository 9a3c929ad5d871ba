// The thread that cuts documents and builds segments.
export {
  IndexThreadEnded,
  openIndexer,
  type CutDocument,
  type CutPreview,
  type Indexer,
} from './index-worker.ts'
