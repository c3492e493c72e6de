import { recordActivity } from '../../../server/activity/rows.ts';
import { openStore } from '../../../server/database/store.ts';

/** Writes rows to the database at a place (JSON) until it is killed, and says the number of each one once it is acknowledged. */
const [, , place = ''] = process.argv;
const { journal } = await openStore(JSON.parse(place), Date.now);
for (;;) {
  const { id } = await journal.commit((tx, emit) =>
    recordActivity(tx, emit, { message: 'x'.repeat(500), severity: 'primary', at: Date.now() }),
  );
  console.log(id);
}
