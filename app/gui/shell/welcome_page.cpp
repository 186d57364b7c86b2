// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/welcome_page.h"

#include "app/gui/settings/settings.h"
#include "app/gui/settings/theme_manager.h"
#include "app/gui/widgets/dates.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/replay_address.h"
#include "model/time/time_text.h"

#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

constexpr QSize ThumbSize{112, 63};
constexpr int RowPadding = 8;
constexpr int PageWidth = 880;

enum FileRole { FilePathRole = Qt::UserRole, DetailRole, DateRole, LengthRole };

QFont scaled(const QFont& font, double factor, bool bold = false)
{
    QFont f = font;
    f.setPointSizeF(font.pointSizeF() * factor);
    f.setBold(bold);
    return f;
}

/// One recent file: picture, name over folder, date and length on the right.
class RecentDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {PageWidth, ThumbSize.height() + 2 * RowPadding};
    }

    void paint(QPainter* p, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem o = option;
        initStyleOption(&o, index);
        const bool selected = o.state.testFlag(QStyle::State_Selected);
        const QPalette& palette = o.palette;
        if (selected)
            p->fillRect(o.rect, palette.highlight());
        else if (o.state.testFlag(QStyle::State_MouseOver))
            p->fillRect(o.rect, palette.alternateBase());
        const QColor text = palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
        const QColor muted = selected ? text : palette.color(QPalette::PlaceholderText);

        const QRect thumb(o.rect.left() + RowPadding, o.rect.top() + RowPadding, ThumbSize.width(),
                          ThumbSize.height());
        p->fillRect(thumb, palette.window());
        const auto icon = index.data(Qt::DecorationRole).value<QIcon>();
        const bool picture = !index.data(Qt::UserRole + 10).toBool();
        const QSize iconSize = picture ? ThumbSize : QSize(24, 24);
        QRect target(QPoint(0, 0), iconSize);
        target.moveCenter(thumb.center());
        icon.paint(p, target);
        p->setPen(palette.color(QPalette::Mid));
        p->drawRect(thumb.adjusted(0, 0, -1, -1));

        const int left = thumb.right() + 16;
        const int rightWidth = 150;
        const int right = o.rect.right() - 16;
        const QRect upper(left, thumb.top() + 8, right - rightWidth - left, thumb.height() / 2 - 8);
        const QRect lower(left, upper.bottom(), upper.width(), thumb.height() / 2 - 4);
        const QFont strong = scaled(o.font, 1.0, true);
        p->setFont(strong);
        p->setPen(text);
        p->drawText(upper, Qt::AlignLeft | Qt::AlignVCenter,
                    QFontMetrics(strong).elidedText(o.text, Qt::ElideMiddle, upper.width()));
        p->setFont(o.font);
        p->setPen(muted);
        p->drawText(
            lower, Qt::AlignLeft | Qt::AlignVCenter,
            o.fontMetrics.elidedText(index.data(DetailRole).toString(), Qt::ElideMiddle, lower.width()));
        p->setFont(tabularFont(o.font));
        p->setPen(text);
        p->drawText(QRect(right - rightWidth, upper.top(), rightWidth, upper.height()),
                    Qt::AlignRight | Qt::AlignVCenter, index.data(LengthRole).toString());
        p->setPen(muted);
        p->drawText(QRect(right - rightWidth, lower.top(), rightWidth, lower.height()),
                    Qt::AlignRight | Qt::AlignVCenter, index.data(DateRole).toString());
    }
};

} // namespace

WelcomePage::WelcomePage(const model::CodecRegistry& registry, bool hasSample, QWidget* parent)
    : QWidget(parent), m_theme(render::Theme::dark())
{
    setObjectName(QStringLiteral("welcomePage"));
    auto* title = new QLabel(QStringLiteral("Ghostline"), this);
    title->setFont(scaled(font(), 2.0, true));

    m_dropArea = new QWidget(this);
    auto* drop = new QVBoxLayout(m_dropArea);
    drop->setContentsMargins(24, 20, 24, 20);
    drop->setSpacing(12);
    auto* prompt = new QLabel(tr("Drop a recording here"), m_dropArea);
    prompt->setFont(scaled(font(), 1.25));
    prompt->setAlignment(Qt::AlignCenter);
    auto* open = new QPushButton(themedIcon(QStringLiteral("open")), tr("Open…"), m_dropArea);
    open->setDefault(true);
    open->setObjectName(QStringLiteral("welcomeOpen"));
    open->setToolTip(tr("Open a recording (Ctrl+O)"));
    connect(open, &QPushButton::clicked, this, &WelcomePage::openRequested);
    auto* sample = new QPushButton(themedIcon(QStringLiteral("sample")), tr("Open sample"), m_dropArea);
    sample->setObjectName(QStringLiteral("welcomeSample"));
    sample->setToolTip(hasSample ? tr("Open the recording that comes with the program")
                                 : tr("No sample is installed"));
    sample->setEnabled(hasSample);
    connect(sample, &QPushButton::clicked, this, &WelcomePage::sampleRequested);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(open);
    buttons->addWidget(sample);
    buttons->addStretch();
    // The rarer ways in, quieter.
    auto* others = new QHBoxLayout;
    others->addStretch();
    const auto way = [&](const QString& text, const QString& help, const char* name) {
        auto* button = new QPushButton(text, m_dropArea);
        button->setFlat(true);
        button->setObjectName(QLatin1String(name));
        button->setToolTip(help);
        others->addWidget(button);
        return button;
    };
    connect(way(tr("Open folder…"),
                tr("List the recordings in a folder, or open one made of segments (Ctrl+Shift+O)"),
                "welcomeFolder"),
            &QPushButton::clicked, this, &WelcomePage::folderRequested);
    connect(way(tr("Open address…"), tr("Open a recording on a web server (Ctrl+L)"), "welcomeAddress"),
            &QPushButton::clicked, this, &WelcomePage::addressRequested);
    others->addStretch();
    drop->addWidget(prompt);
    drop->addLayout(buttons);
    drop->addLayout(others);

    // One column of readable width in the middle, whatever the window measures.
    auto* content = new QWidget(this);
    content->setMaximumWidth(PageWidth);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(16);
    column->addWidget(title);
    column->addWidget(m_dropArea);
    m_recentBox = makeRecent();
    column->addWidget(m_recentBox, 1);
    column->addWidget(makeFormats(registry));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(24, 48, 24, 48);
    row->addStretch(1);
    row->addWidget(content, 100);
    row->addStretch(1);
    m_row = row;
    refresh();
}

QWidget* WelcomePage::makeRecent()
{
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    auto* recentTitle = new QLabel(tr("Recent"), box);
    recentTitle->setFont(scaled(font(), 1.0, true));
    m_recent = new QListWidget(box);
    m_recent->setObjectName(QStringLiteral("recentList"));
    m_recent->setAccessibleName(tr("Recent recordings"));
    m_recent->setItemDelegate(new RecentDelegate(m_recent));
    m_recent->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_recent->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_recent->setMouseTracking(true);
    m_recent->setUniformItemSizes(true);
    // As high as there is room: what it would like to have makes no window higher than the screen.
    m_recent->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_recent->setMinimumHeight(ThumbSize.height() + 4 * RowPadding);
    m_recent->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_recent, &QListWidget::customContextMenuRequested, this, &WelcomePage::showMenu);
    const auto openItem = [this](QListWidgetItem* item) {
        Q_EMIT fileRequested(item->data(FilePathRole).toString());
    };
    connect(m_recent, &QListWidget::itemActivated, this, openItem);
    connect(m_recent, &QListWidget::itemClicked, this, openItem);
    column->addWidget(recentTitle);
    column->addWidget(m_recent, 1);
    return box;
}

QWidget* WelcomePage::makeFormats(const model::CodecRegistry& registry)
{
    const auto row = [](const QString& name, const QString& files) {
        return QStringLiteral("<tr><td>%1</td><td style='padding-left: %3px'>%2</td></tr>")
            .arg(name.toHtmlEscaped(), files.toHtmlEscaped())
            .arg(RowPadding * 2);
    };
    QString rows;
    for (const model::CodecInfo& codec : registry.codecs()) {
        if (!codec.canRead)
            continue;
        const QString folders = codec.folderEntries.isEmpty() ? QString() : tr("  and folders of segments");
        rows += row(codec.name, codec.patterns.join(QStringLiteral("  ")) + folders);
    }
    for (const model::CodecFailure& failure : registry.failures())
        rows += row(QFileInfo(failure.library).fileName(), tr("cannot be used: %1").arg(failure.reason));
    auto* label = new QLabel(this);
    label->setTextFormat(Qt::RichText);
    label->setText(rows.isEmpty() ? tr("No format is installed: nothing can be opened")
                                  : QStringLiteral("<p>%1</p><table cellspacing='0'>%2</table>")
                                        .arg(tr("What can be opened:"), rows));
    label->setObjectName(QStringLiteral("formats"));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

void WelcomePage::refresh()
{
    m_recent->clear();
    for (const RecentFile& file : loadRecent()) {
        auto* item = new QListWidgetItem(shortName(file.path), m_recent);
        const QPixmap thumb(thumbnailPath(file.path));
        item->setIcon(thumb.isNull() ? themedIcon(QStringLiteral("sample")) : QIcon(thumb));
        item->setData(Qt::UserRole + 10, thumb.isNull());
        item->setData(FilePathRole, file.path);
        item->setData(DetailRole, whereabouts(file.path));
        item->setData(LengthRole,
                      file.duration.count() > 0 ? model::formatTimeShort(file.duration) : QString());
        item->setData(DateRole, dayText(file.opened));
        item->setToolTip(file.path);
        item->setData(Qt::AccessibleTextRole,
                      tr("%1, in %2").arg(shortName(file.path), whereabouts(file.path)));
    }
    const bool any = m_recent->count() > 0;
    m_recentBox->setVisible(any);
    // A short page stands in the middle, a long one fills the height.
    m_row->setAlignment(m_dropArea->parentWidget(), any ? Qt::Alignment() : Qt::Alignment(Qt::AlignVCenter));
}

void WelcomePage::showMenu(QPoint at)
{
    QListWidgetItem* item = m_recent->itemAt(at);
    if (item == nullptr)
        return;
    const QString path = item->data(FilePathRole).toString();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Open"), this, [this, path] { Q_EMIT fileRequested(path); });
    menu->addAction(tr("Remove from this list"), this, [this, path] {
        forgetRecent(path);
        refresh();
    });
    menu->popup(m_recent->viewport()->mapToGlobal(at));
}

void WelcomePage::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    update();
}

void WelcomePage::setDropping(bool dropping)
{
    m_dropping = dropping;
    update();
}

void WelcomePage::paintEvent(QPaintEvent* event)
{
    QWidget::paintEvent(event);
    QPainter p(this);
    p.setRenderHint(QPainter::Antialiasing);
    QPen pen(m_dropping ? m_theme.accent : m_theme.line, m_dropping ? 2.0 : 1.5, Qt::DashLine);
    p.setPen(pen);
    p.setBrush(m_theme.raised);
    const QRect area(m_dropArea->mapTo(this, QPoint(0, 0)), m_dropArea->size());
    p.drawRoundedRect(QRectF(area).adjusted(1, 1, -1, -1), 8, 8);
}

} // namespace ghostline::app
