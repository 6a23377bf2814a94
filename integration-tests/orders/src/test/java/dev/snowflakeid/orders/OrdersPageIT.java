package dev.snowflakeid.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.SnowflakeParts;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** The shop in Chromium. */
class OrdersPageIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60); // for a machine under load

  private static RunningShop shop;
  private static ChromeDriver browser;

  @BeforeAll
  static void open() {
    shop = RunningShop.open();
    ChromeOptions options = new ChromeOptions();
    options.setBinary("/usr/bin/chromium");
    options.addArguments(
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu");
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(Path.of("/usr/bin/chromedriver").toFile())
            .usingAnyFreePort()
            .build();
    browser = new ChromeDriver(service, options);
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.quit();
    }
    shop.close();
  }

  @BeforeEach
  void openPage() {
    browser.manage().window().setSize(new Dimension(1_200, 1_000));
    browser.get(shop.url());
    await(() -> text("worker").matches("[0-9]+"));
  }

  @AfterEach
  void shouldNotHaveLoggedAnError() {
    List<String> errors =
        browser.manage().logs().get(LogType.BROWSER).getAll().stream()
            .map(LogEntry::toString)
            .toList();
    assertEquals(List.of(), errors);
  }

  @Test
  void shouldShowEveryIdAsTheDatabaseHasIt() throws Exception {
    List<String> before = shop.query("select id from purchase");
    click("button[data-count='20']");
    await(() -> text("message").equals("20 made."));
    click("button[data-count='200']");
    await(() -> text("message").equals("200 made."));
    await(() -> rows() >= 200);

    List<String> stored = shop.query("select id from purchase order by id desc limit 200");
    List<String> shown = texts("#rows td.id a").subList(0, 200);
    assertEquals(stored, shown, "digit by digit");
    assertEquals(200, new HashSet<>(shown).size());
    assertTrue(shop.query("select id from purchase").size() >= before.size() + 200);
  }

  @Test
  void shouldShowWhatIsLostAsANumber() throws Exception {
    click("button[data-count='20']");
    await(() -> text("message").equals("20 made."));
    // 64 ids of one millisecond, by a worker that is not the shop's.
    SnowflakeLayout layout = SnowflakeLayout.DEFAULT;
    int other = Integer.parseInt(text("worker")) ^ 1;
    long first = layout.compose(System.currentTimeMillis(), other, 0);
    shop.query(
        "insert into purchase (id, customer_id) select x, min(c.id) from generate_series("
            + first
            + ", "
            + (first + 63)
            + ") x, customer c group by x");
    await(() -> texts("#rows td.id a").contains("" + (first + 63)));

    List<String> shown = texts("#rows td.id a");
    List<String> numbers = texts("#rows td.number");
    for (int i = 0; i < shown.size(); i++) {
      assertEquals(
          new BigDecimal(Double.parseDouble(shown.get(i))).toPlainString(),
          numbers.get(i),
          "what a double is");
    }
    int distinct = new HashSet<>(numbers).size();
    assertTrue(distinct <= shown.size() - 60, "64 ids are 2 or 3 numbers: " + distinct);
    assertEquals(
        "%s orders on this page; read as numbers they are %s.".formatted(shown.size(), distinct),
        text("distinct"));
    List<String> marked = texts("#rows tr:has(mark) td.id a");
    assertEquals(
        shown.stream().filter(id -> !numbers.contains(id)).toList(),
        marked,
        "lost digits are marked");
    screenshot("orders");
  }

  @Test
  void shouldTakeTheIdUnderTheFocusApart() throws Exception {
    click("button[data-count='20']");
    await(() -> rows() >= 20);
    WebElement link = browser.findElements(By.cssSelector("#rows td.id a")).get(5);
    browser.executeScript("arguments[0].focus()", link);
    String id = link.getText();

    assertEquals(id, text("which"));
    SnowflakeParts parts = SnowflakeLayout.DEFAULT.decompose(Long.parseLong(id));
    assertEquals(parts.instant(), Instant.parse(text("time")));
    assertEquals("" + parts.worker(), text("by"));
    assertEquals("" + parts.sequence(), text("sequence"));
    String bits = String.join("", texts("#bits span"));
    assertEquals(Long.parseLong(id), Long.parseLong(bits, 2));
    assertEquals(41, browser.findElements(By.cssSelector("#bits .time")).size());
    assertEquals(10, browser.findElements(By.cssSelector("#bits .worker")).size());
    assertEquals(12, browser.findElements(By.cssSelector("#bits .sequence")).size());
  }

  @Test
  void shouldFollowALinkWithAnId() throws Exception {
    click("button[data-count='1']");
    await(() -> text("message").equals("1 made."));
    WebElement link = browser.findElements(By.cssSelector("#rows td.id a")).get(0);
    String id = link.getText();
    link.click();
    await(() -> browser.getCurrentUrl().endsWith("?order=" + id));
    await(() -> browser.findElements(By.cssSelector("#order li")).size() > 0);

    assertEquals(
        shop.query("select count(*) from line where purchase_id = " + id),
        List.of("" + browser.findElements(By.cssSelector("#order li")).size()));
    await(() -> text("which").equals(id));
  }

  @Test
  void shouldBeUsableByKeyboard() {
    for (int i = 0; i < 20 && !focused().equals("1 order"); i++) {
      browser.switchTo().activeElement().sendKeys(Keys.TAB);
    }
    assertEquals("1 order", focused());
    browser.switchTo().activeElement().sendKeys(Keys.ENTER);
    await(() -> text("message").equals("1 made."));
  }

  private static String focused() {
    return browser.switchTo().activeElement().getText();
  }

  @Test
  void shouldFitASmallScreen() throws Exception {
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", 320, "height", 640, "deviceScaleFactor", 2, "mobile", true));
    try {
      browser.navigate().refresh();
      await(() -> text("worker").matches("[0-9]+"));
      click("button[data-count='20']");
      await(() -> rows() >= 20);
      long width = (Long) browser.executeScript("return document.documentElement.scrollWidth");
      assertTrue(width <= 320, "the page is " + width + " px wide");
      screenshot("orders-small");
    } finally {
      browser.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    }
  }

  private static long rows() {
    return (Long) browser.executeScript("return document.querySelectorAll('#rows tr').length");
  }

  private static String text(String id) {
    return browser.findElement(By.id(id)).getText();
  }

  @SuppressWarnings("unchecked")
  private static List<String> texts(String selector) {
    return (List<String>)
        browser.executeScript(
            "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)",
            selector);
  }

  private static void click(String selector) {
    browser.findElement(By.cssSelector(selector)).click();
  }

  private static void screenshot(String name) throws Exception {
    Path folder = Files.createDirectories(Path.of("target", "screenshots"));
    Files.write(folder.resolve(name + ".png"), browser.getScreenshotAs(OutputType.BYTES));
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("not within " + PATIENCE + ": " + browser.getPageSource());
      }
      try {
        Thread.sleep(50); // the browser calls nobody back
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
