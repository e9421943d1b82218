import { contract } from '../contract/contract.ts';
import { langchainDriver } from './driver.ts';

contract(langchainDriver);
