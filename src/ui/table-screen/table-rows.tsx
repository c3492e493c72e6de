import { useElementSize, useMergedRef } from '@mantine/hooks';
import {
  type ReactVirtualizer,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type HTMLAttributes,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { RowNames } from '../../domain/paged-rows.ts';
import cards from '../card-table.module.css';
import type { TableColumn } from '../card-table.tsx';
import { NewRowsButton } from './new-rows-button.tsx';
import { SelectAll, SelectRow } from './select-rows.tsx';
import styles from './table-rows.module.css';
import type { ShownRow, Table } from './use-table.ts';

export interface TableRowsProps<Row> {
  table: Table<Row>;
  /** The same objects as long as no cell changes but by its row. */
  columns: readonly TableColumn<Row>[];
  names: RowNames;
  /** table: one where there is room, else cards; list: the screen's own style sheet lays the cells out. */
  layout?: 'table' | 'list';
  /** Of a row. */
  className: string | undefined;
  /** Before it is measured, in pixels. */
  rowHeight: number;
  /** Cards that are at least so wide stand side by side. */
  cardRem?: number;
  /** Names a row that can be selected; left out: none can be. */
  labelOf?: (row: Row) => string;
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & Readonly<Record<string, unknown>>;
  /** Names the box in which the rows scroll; left out: they scroll with the page. */
  box?: string | undefined;
  /** Place of the row that is shown first; -1: the first. */
  startAt?: number;
  /** Called while the last row is in sight. */
  onEnd?: (() => void) | undefined;
  /** Behind the rows. */
  children?: ReactNode;
}

/** The rows of a table of any length: only those in sight are rendered. */
export function TableRows<Row extends object>(props: TableRowsProps<Row>) {
  const { table, columns, names, layout = 'table', labelOf, box, children } = props;
  const { ref, width } = useElementSize();
  const place = useMergedRef(ref, table.setBox);
  const perLine = useCardsPerLine(width, props);
  const Lines = box === undefined ? LinesOfPage : LinesOfBox;
  const isTable = layout === 'table';
  return (
    <div className={styles.place} data-box={box}>
      <NewRowsButton count={table.newCount} names={names} onShow={table.showNew} />
      <div
        ref={place}
        className={isTable ? cards.area : undefined}
        // Safari gives a box that scrolls no keyboard focus by itself.
        {...(box && { className: styles.box, role: 'region', 'aria-label': box, tabIndex: 0 })}
      >
        <table
          className={isTable ? cards.table : styles.list}
          aria-rowcount={table.shown.length + 1}
          style={{ '--per-line': perLine } as CSSProperties}
        >
          <thead className={isTable ? `${cards.head} ${styles.head}` : 'visually-hidden'}>
            <tr>
              {labelOf ? (
                <td className={styles.check}>
                  {isTable ? <SelectAll label={names.many} table={table} /> : null}
                </td>
              ) : null}
              {columns.map(({ name, className }) => (
                <th key={name} scope="col" className={className}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <Lines {...props} perLine={perLine} />
        </table>
        {children}
      </div>
    </div>
  );
}

/** Of the style sheet of cards: below it a table's rows are cards, of this width at least. */
const CARDS_BELOW_REM = 56;
const CARD_REM = 20;

function useCardsPerLine<Row>(width: number, { layout, cardRem }: TableRowsProps<Row>): number {
  const rem = width / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (layout !== 'list' && rem > CARDS_BELOW_REM) return 1;
  return Math.max(1, Math.floor(rem / (cardRem ?? (layout === 'list' ? rem || 1 : CARD_REM))));
}

const OVERSCAN_LINES = 8;
/** More would be a book. */
const PRINTED_LINES = 500;

interface LinesProps<Row> extends TableRowsProps<Row> {
  perLine: number;
}

function useLines<Row>({ table: { shown }, perLine, rowHeight }: LinesProps<Row>) {
  const isPrinting = useSyncExternalStore(onPrint, isPrintedNow);
  return {
    count: Math.ceil(shown.length / perLine),
    estimateSize: () => rowHeight,
    getItemKey: useCallback((line: number) => shown[line * perLine]?.id ?? line, [shown, perLine]),
    overscan: isPrinting ? PRINTED_LINES : OVERSCAN_LINES,
    useFlushSync: false,
  };
}

const PRINT = matchMedia('print');
const isPrintedNow = () => PRINT.matches;
function onPrint(listener: () => void) {
  PRINT.addEventListener('change', listener);
  return () => PRINT.removeEventListener('change', listener);
}

function LinesOfBox<Row extends object>(props: LinesProps<Row>) {
  const { box } = props.table;
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    ...useLines(props),
    getScrollElement: () => box,
  });
  return <Lines {...props} virtual={virtual} margin={0} />;
}

function LinesOfPage<Row extends object>(props: LinesProps<Row>) {
  const { box } = props.table;
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const { top = 0 } = box?.getBoundingClientRect() ?? {};
    setMargin(Math.round(top + window.scrollY));
  });
  const virtual = useWindowVirtualizer<HTMLElement>({
    ...useLines(props),
    scrollMargin: margin,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  return <Lines {...props} virtual={virtual} margin={margin} />;
}

interface VirtualLinesProps<Row> extends LinesProps<Row> {
  virtual: Pick<
    ReactVirtualizer<HTMLElement, HTMLElement>,
    'getVirtualItems' | 'getTotalSize' | 'scrollToIndex' | 'measureElement'
  >;
  /** Where the first line begins, in what scrolls. */
  margin: number;
}

function Lines<Row extends object>(props: VirtualLinesProps<Row>) {
  const { virtual, margin, perLine, startAt = -1, onEnd, ...row } = props;
  const { shown } = props.table;
  const items = virtual.getVirtualItems();
  const last = items.at(-1);
  const isAtEnd = last !== undefined && (last.index + 1) * perLine >= shown.length;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, onEnd]);
  const scrollTo = virtual.scrollToIndex;
  useEffect(() => {
    if (startAt >= 0) scrollTo(startAt, { align: 'center' });
  }, [startAt, scrollTo]);
  return (
    <>
      <Room height={(items[0]?.start ?? margin) - margin} />
      {items.map(({ key, index }) => (
        <tbody
          key={key}
          ref={virtual.measureElement as Ref<HTMLTableSectionElement>}
          data-index={index}
        >
          {shown.slice(index * perLine, (index + 1) * perLine).map((one) => (
            <TableRow key={one.id} {...row} row={one} />
          ))}
        </tbody>
      ))}
      <Room height={virtual.getTotalSize() - ((last?.end ?? margin) - margin)} />
    </>
  );
}

/** Of the lines that are not rendered. */
const Room = ({ height }: { height: number }) =>
  height > 0 ? (
    <tbody aria-hidden="true">
      <tr style={{ height }} />
    </tbody>
  ) : null;

interface TableRowProps<Row>
  extends Pick<
    TableRowsProps<Row>,
    'table' | 'columns' | 'layout' | 'className' | 'labelOf' | 'rowProps'
  > {
  row: ShownRow<Row>;
}

function TableRow<Row extends object>(props: TableRowProps<Row>) {
  const { row, table, columns, layout, className, labelOf, rowProps } = props;
  return (
    <tr
      className={`${layout === 'list' ? '' : cards.row} ${className}`}
      data-row={row.id}
      data-selected={row.getIsSelected() || undefined}
      aria-rowindex={row.index + 2}
      {...rowProps?.(row.original)}
    >
      {labelOf ? (
        <td className={styles.check}>
          <SelectRow row={row} label={labelOf(row.original)} table={table} />
        </td>
      ) : null}
      <Cells row={row.original} columns={columns as readonly TableColumn<object>[]} />
    </tr>
  );
}

interface CellsProps {
  row: object;
  columns: readonly TableColumn<object>[];
}

/** A row that is the same renders no cell again. */
const Cells = memo(function Cells({ row, columns }: CellsProps) {
  return columns.map(({ name, className, isHeader, cell }) =>
    isHeader ? (
      <th key={name} scope="row" className={className}>
        {cell(row)}
      </th>
    ) : (
      <td key={name} className={className}>
        {cell(row)}
      </td>
    ),
  );
});
