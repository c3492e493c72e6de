import { productName } from '../../../device/product.ts';
import { type Kind, MISSING_URL, urlIn } from './kind.ts';

const VALUES = { id: '', keys: [] as readonly string[] };

export const mesh: Kind<typeof VALUES> = {
  get has() {
    return `It runs ${productName()}`;
  },
  hint: 'Signed probes, and the only kind that takes bundles, handshakes and proofs',
  name: 'Mesh node',
  address: { label: 'Address', example: 'https://harbor.example', missing: MISSING_URL },
  values: VALUES,
  sent: ['id', 'keys'],
  place: (pasted) => ({ address: urlIn(pasted) }),
  stored: ({ id }) => ({ id }),
};
