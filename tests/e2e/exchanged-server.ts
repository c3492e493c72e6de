import { newDataDir, startProduct } from './product.ts';
import type { Product } from './running-product.ts';

/** A server whose build is exchanged, at the same address and with the same data. It ends with the file of tests. */
export interface ExchangedServer {
  /** The present one. */
  readonly product: Product;
  /** @param root checkout of the build; the own one by default */
  serve(root?: string): Promise<void>;
}

export async function startExchangedServer(): Promise<ExchangedServer> {
  const place = { DATA_DIR: newDataDir() };
  let product = await startProduct(place);
  return {
    get product() {
      return product;
    },
    async serve(root) {
      const { port } = product;
      await product.stop();
      product = await startProduct({ ...place, PORT: String(port) }, root);
    },
  };
}
