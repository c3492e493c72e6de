import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { SelectionBar } from './select-rows.tsx';
import { TableRows } from './table-rows.tsx';
import { useTable } from './use-table.ts';

interface Letter {
  readonly id: string;
}

const NAMES = { one: 'letter', many: 'letters' };
const idOf = ({ id }: Letter) => id;
const letters = (ids: Iterable<string>): readonly Letter[] => [...ids].map((id) => ({ id }));
const numbers = (count: number) => letters(Array.from({ length: count }, (_, at) => `row ${at}`));

const ABCD = letters('abcd');
let rendered = 0;
const COLUMNS = [
  {
    name: 'Letter',
    className: undefined,
    isHeader: true,
    cell({ id }: Letter) {
      rendered += 1;
      return id;
    },
  },
];

interface RowsProps {
  rows?: readonly Letter[];
  known?: readonly Letter[];
  box?: string;
}

function Rows({ rows = ABCD, known = rows, box }: RowsProps) {
  const table = useTable({ rows, known, idOf, list: 'all' });
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: box ? 400 : undefined }}>
      <TableRows
        {...{ table, box }}
        columns={COLUMNS}
        names={NAMES}
        className=""
        rowHeight={44}
        labelOf={idOf}
      />
      <SelectionBar label="letters" table={table}>
        <output aria-label="Chosen">{table.selected.map(idOf).join('')}</output>
      </SelectionBar>
    </div>
  );
}

const chosen = () => page.getByLabelText('Chosen');
const row = (id: string) => page.getByRole('checkbox', { name: `Select ${id}`, exact: true });
const rendersOf = (count: number) => expect.poll(() => rendered).toBe(count);

test('a click with Shift selects all rows up to it', async () => {
  const { box } = mount(<Rows />);
  await userEvent.click(row('b'));
  const regions = [...box.querySelectorAll('[aria-live]')].map(({ textContent }) => textContent);
  expect(regions).toContain('Selected letters: 1');
  await userEvent.click(row('d'), { modifiers: ['Shift'] });
  await expect.element(chosen()).toHaveTextContent('bcd');
  expect(await faults()).toEqual([]);
});

test('Shift with an arrow selects on the way, and gives back on the way back', async () => {
  mount(<Rows />);
  row('b').element().focus();
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(chosen()).toHaveTextContent('bcd');
  await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowUp}{ArrowUp}{/Shift}');
  await expect.element(chosen()).toHaveTextContent(/^ab$/);
});

test('arrows alone select nothing', async () => {
  mount(<Rows />);
  row('a').element().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp} ');
  await expect.element(chosen()).toHaveTextContent(/^b$/);
});

test('all that is shown is selected and cleared, and what is gone is not selected', async () => {
  const { draw } = mount(<Rows />);
  await userEvent.click(page.getByRole('checkbox', { name: 'Select all letters shown' }));
  await expect.element(chosen()).toHaveTextContent('abcd');
  draw(<Rows known={letters('ade')} />);
  await expect.element(chosen()).toHaveTextContent(/^ad$/);
  await userEvent.click(page.getByRole('button', { name: 'Clear selection' }));
  await expect.element(chosen()).not.toBeInTheDocument();
});

test.each([undefined, 'Letters, rows'])(
  'of 10,000 rows those in sight are rendered, in the box %s or the page',
  async (box) => {
    await page.viewport(1200, 800);
    mount(<Rows rows={numbers(10_000)} {...(box && { box })} />);
    await expect.element(page.getByText('row 0', { exact: true })).toBeVisible();
    expect(page.getByRole('row').elements().length).toBeLessThan(60);
    const scrolls = box
      ? page.getByRole('region', { name: box }).element()
      : document.documentElement;
    const scrollTo = (top: number) => scrolls.scrollTo({ top, behavior: 'instant' });
    scrollTo(scrolls.scrollHeight / 2);
    await expect.element(page.getByText('row 5000', { exact: true })).toBeInTheDocument();
    expect(page.getByRole('row').elements().length).toBeLessThan(60);
    scrollTo(scrolls.scrollHeight);
    await expect.element(page.getByText('row 9999', { exact: true })).toBeInTheDocument();
    scrollTo(0);
  },
);

test('a row that is the same is not rendered again when others come or are selected', async () => {
  await page.viewport(1200, 800);
  const rows = letters('abcd');
  const { draw } = mount(<Rows rows={rows} />);
  await expect.element(row('d')).toBeVisible();
  rendered = 0;
  draw(<Rows rows={[...letters('z'), ...rows]} />);
  await rendersOf(1);
  await userEvent.click(row('a'));
  await expect.element(chosen()).toHaveTextContent('a');
  await rendersOf(1);
});

test('new rows wait while one is selected, and are announced once, however many come', async () => {
  const { box, draw } = mount(<Rows />);
  await userEvent.click(row('a'));
  const said: string[] = [];
  const region = box.querySelector('[aria-live]') as HTMLElement;
  new MutationObserver(() => said.push(region.textContent ?? '')).observe(region, {
    ...{ childList: true, characterData: true, subtree: true },
  });
  draw(<Rows rows={letters('yabcd')} />);
  await expect.element(page.getByRole('button', { name: '1 new letter' })).toBeVisible();
  draw(<Rows rows={letters('xyabcd')} />);
  await expect.element(page.getByRole('button', { name: '2 new letters' })).toBeVisible();
  expect(said).toEqual(['There are new letters']);
});
